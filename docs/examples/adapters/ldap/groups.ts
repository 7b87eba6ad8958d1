import {
  AlreadyExistsError,
  Attribute,
  Change,
  type Client,
  EqualityFilter,
  NoSuchAttributeError,
  NoSuchObjectError,
  TypeOrValueExistsError,
} from 'ldapts'
import { below } from './names.ts'

/** A group of a tenant. */
export interface Group {
  /** The name of its entry. */
  readonly dn: string
  /** Its name, in the spelling of the directory. */
  readonly name: string
}

/** The entry below which the groups of a realm are. */
export const groupsBelow = (realm: string) => below(realm, 'ou', 'groups')

/** The groups that a user is in; none when there is no such realm. */
export async function groupsOf(
  client: Client,
  realm: string,
  member: string,
): Promise<readonly Group[]> {
  const filter = new EqualityFilter({ attribute: 'member', value: member })
  const found = await client
    .search(groupsBelow(realm), { scope: 'one', filter, attributes: ['cn'] })
    .catch(ignoring(NoSuchObjectError))
  return (found?.searchEntries ?? []).map(({ dn, cn }) => ({ dn, name: String(cn) }))
}

/** Puts a user into these groups, which are made where they are missing, and out of all others. */
export async function setGroupsOf(
  client: Client,
  { realm, member }: { readonly realm: string; readonly member: string },
  names: readonly string[],
): Promise<readonly string[]> {
  const wanted = new Set<string>()
  for (const name of new Set(names)) {
    const dn = below(groupsBelow(realm), 'cn', name)
    await join(client, { dn, name, realm, member })
    // Two spellings may be one group: the directory says which entry it is.
    const { searchEntries } = await client.search(dn, { scope: 'base', attributes: ['cn'] })
    for (const entry of searchEntries) wanted.add(entry.dn)
  }
  const now = await groupsOf(client, realm, member)
  for (const { dn } of now.filter((group) => !wanted.has(group.dn))) {
    await client.modify(dn, memberChange('delete', member)).catch(ignoring(NoSuchAttributeError))
  }
  return now.filter(({ dn }) => wanted.has(dn)).map(({ name }) => name)
}

interface Joining extends Group {
  readonly realm: string
  readonly member: string
}

/** Makes the group, or joins it where it exists. */
async function join(client: Client, { dn, member, name, realm }: Joining): Promise<void> {
  // A group of this class has a member at all times, so the realm itself is one.
  const entry = { objectClass: 'groupOfNames', cn: name, member: [realm, member] }
  const isThere = await client.add(dn, entry).then(() => false, isError(AlreadyExistsError))
  if (isThere) {
    await client.modify(dn, memberChange('add', member)).catch(ignoring(TypeOrValueExistsError))
  }
}

function memberChange(operation: 'add' | 'delete', member: string): Change {
  return new Change({
    operation,
    modification: new Attribute({ type: 'member', values: [member] }),
  })
}

type ErrorClass = new (...args: never[]) => Error

/** For `catch`: `undefined` for an error of this class; throws every other. */
export function ignoring(expected: ErrorClass): (error: unknown) => undefined {
  return (error) => {
    if (!(error instanceof expected)) throw error
    return undefined
  }
}

/** For `catch`: `true` for an error of this class; throws every other. */
export function isError(expected: ErrorClass): (error: unknown) => true {
  return (error) => {
    if (!(error instanceof expected)) throw error
    return true
  }
}
