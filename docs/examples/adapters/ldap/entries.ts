import type {
  CredentialUser,
  MadeUser,
  NewTenant,
  NewUser,
  UserProfile,
} from '@gatehouse/auth-core/ports'
import { AlreadyExistsError, Attribute, Change, type Client, NoSuchObjectError } from 'ldapts'
import { groupsOf, ignoring, isError, setGroupsOf } from './groups.ts'
import { below } from './names.ts'
import { setEntryPassword } from './set-entry-password.ts'

/** An entry of a user. */
export interface FoundUser {
  /** Its name. */
  readonly dn: string
  /** The name of the entry of the tenant. */
  readonly realm: string
  /** The identifier that the directory has given it. */
  readonly credentialId: string
  /** Whether its password lets anybody in. */
  readonly isEnabled: boolean
}

/** The value of `employeeType` that keeps a user out: a bind knows no disabled entries. */
const disabled = 'disabled'

/** The entry of a tenant, with what its sign-up has reserved it by. */
export function realmEntry({ id, name, reservation }: NewTenant) {
  return {
    objectClass: ['organizationalUnit', 'extensibleObject'],
    ou: id,
    displayName: name,
    uniqueIdentifier: reservation,
  }
}

/** Finds the entry of a username. An entry with another identifier belongs to another user. */
export async function find(
  client: Client,
  realm: string,
  { credentialId, username }: Pick<CredentialUser, 'credentialId' | 'username'>,
): Promise<FoundUser | undefined> {
  const user = await findByName(client, realm, username)
  return user?.credentialId === credentialId ? user : undefined
}

/** Finds the entry of a username, whatever its identifier. */
export async function findByName(
  client: Client,
  realm: string,
  username: string,
): Promise<FoundUser | undefined> {
  const dn = below(realm, 'uid', username)
  const found = await client
    .search(dn, { scope: 'base', attributes: ['entryUUID', 'employeeType'] })
    .catch(ignoring(NoSuchObjectError))
  const entry = found?.searchEntries.at(0)
  if (entry === undefined) return undefined
  return {
    // The directory's own spelling, which members of groups are compared in.
    dn: entry.dn,
    realm,
    credentialId: String(entry.entryUUID),
    isEnabled: entry.employeeType !== disabled,
  }
}

/** Makes a user. @returns `null` when the realm has one of that name. */
export async function makeUser(
  client: Client,
  realm: string,
  { user, groups }: { readonly user: NewUser; readonly groups: readonly string[] },
): Promise<MadeUser | null> {
  const { email, firstName, lastName, password, username } = user
  const dn = below(realm, 'uid', username)
  const entry = {
    ...{ objectClass: 'inetOrgPerson', uid: username, cn: username },
    ...profileAttributes({ email, firstName, lastName }),
  }
  const isTaken = await client.add(dn, entry).then(() => false, isError(AlreadyExistsError))
  if (isTaken) return null
  // Until here the entry has no password, and no login succeeds.
  await setEntryPassword(client, dn, password)
  const made = await findByName(client, realm, username)
  const member = made?.dn ?? dn
  await setGroupsOf(client, { realm, member }, groups)
  const names = (await groupsOf(client, realm, member)).map(({ name }) => name)
  return { credentialId: made?.credentialId ?? '', groups: names }
}

/** What is given of a person, by the attributes of `inetOrgPerson` (RFC 2798). */
export function profileAttributes({
  email,
  firstName,
  lastName,
}: UserProfile): Readonly<Record<string, string>> {
  return {
    ...(email !== undefined && { mail: email }),
    ...(firstName !== undefined && { givenName: firstName }),
    ...(lastName !== undefined && { sn: lastName }),
  }
}

/** Gives an attribute these values in place of those that it has. */
export function replacing(type: string, values: readonly string[]): Change {
  const modification = new Attribute({ type, values: [...values] })
  return new Change({ operation: 'replace', modification })
}

/** Lets a user in, or keeps them out. */
export function withStatus(isEnabled: boolean): Change {
  return replacing('employeeType', isEnabled ? [] : [disabled])
}
