import type { MadeUser, NewUser } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault, statusOf, toPortError } from './failure.ts'

/** Where a user is added. */
interface Place {
  readonly admin: KeycloakAdminClient
  readonly realm: string
}

/**
 * Adds a user to a realm, in these groups. Groups are named as paths, as Keycloak tells of them: `Ops`
 * is `/Ops`, and `/Ops/Night` a group below it.
 *
 * @returns `null` when the realm has a user of that name.
 * @throws {PortError} `rejected` when another user of the realm has the address.
 */
export async function addUserTo(
  { admin, realm }: Place,
  { username, email, firstName, lastName, password }: NewUser,
  groups: readonly string[],
): Promise<MadeUser | null> {
  const paths = new Set<string>()
  for (const group of groups) paths.add(await makeGroup({ admin, realm }, group))
  try {
    const { id } = await admin.users.create({
      realm,
      username,
      email,
      firstName,
      lastName,
      enabled: true,
      // Whether it is verified is for our database to say.
      emailVerified: false,
      credentials: [{ type: 'password', value: password, temporary: false }],
      groups: [...paths],
    })
    return { credentialId: id, groups: [...paths] }
  } catch (error) {
    if (!isConflict(error)) throw error
    if ((await findUserNamed({ admin, realm }, username)) !== undefined) return null
    throw fault('rejected', 'another user of the realm has the address', error)
  }
}

/** Keycloak's id of the user of this name, if there is one. */
export async function findUserNamed(
  { admin, realm }: Place,
  username: string,
): Promise<string | undefined> {
  const [found] = await admin.users.find({ realm, username, exact: true })
  return found?.id
}

/** Makes a group, and those above it, unless they are there. @returns Its path. */
async function makeGroup(place: Place, group: string): Promise<string> {
  let path = ''
  let parentId: string | undefined
  for (const name of group.split('/').filter((part) => part !== '')) {
    parentId = await makeGroupIn(place, parentId, name)
    path = `${path}/${name}`
  }
  return path
}

async function makeGroupIn(
  place: Place,
  parentId: string | undefined,
  name: string,
): Promise<string> {
  const found = await findGroupIn(place, parentId, name)
  if (found !== undefined) return found
  const { admin, realm } = place
  try {
    const { id } =
      parentId === undefined
        ? await admin.groups.create({ realm, name })
        : await admin.groups.createChildGroup({ realm, id: parentId }, { name })
    return id
  } catch (error) {
    // Another request has made it meanwhile.
    const other = isConflict(error) ? await findGroupIn(place, parentId, name) : undefined
    if (other === undefined) throw error
    return other
  }
}

async function findGroupIn(
  { admin, realm }: Place,
  parentId: string | undefined,
  name: string,
): Promise<string | undefined> {
  const query = { realm, search: name, exact: true }
  const found =
    parentId === undefined
      ? await admin.groups.find(query)
      : await admin.groups.listSubGroups({ ...query, parentId })
  return found.find((one) => one.name === name)?.id
}

/** The client's own errors have no status; as ours they do. */
function isConflict(error: unknown): boolean {
  return statusOf(toPortError(error)) === 409
}
