import type { MadeUser, NewUser } from '@gatehouse/auth-core/ports'
import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault, statusOf, toPortError } from './failure.ts'
import { makeGroups } from './groups.ts'
import { userOf } from './realm-template.ts'

/** Where a user is added. */
interface AdminOfRealm {
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
  { admin, realm }: AdminOfRealm,
  user: NewUser,
  groups: readonly string[],
): Promise<MadeUser | null> {
  const paths = await makeGroups(admin, realm, groups)
  try {
    const { id } = await admin.users.create({ realm, ...userOf(user), groups: [...paths] })
    return { credentialId: id, groups: [...paths] }
  } catch (error) {
    if (!isConflict(error)) throw error
    if ((await findUserNamed({ admin, realm }, user.username)) !== undefined) return null
    throw fault('rejected', 'another user of the realm has the address', error)
  }
}

/** Keycloak's id of the user of this name, if there is one. */
async function findUserNamed(
  { admin, realm }: AdminOfRealm,
  username: string,
): Promise<string | undefined> {
  const [found] = await admin.users.find({ realm, username, exact: true })
  return found?.id
}

/**
 * Whether an error is a conflict. The library's errors have no status until they are turned into port errors.
 */
function isConflict(error: unknown): boolean {
  return statusOf(toPortError(error)) === 409
}
