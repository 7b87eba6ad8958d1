import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { statusOf, toPortError } from '../failure.ts'
import { retryTransient } from '../retry-transient.ts'

/** Left with the account, in each realm: by this role it is known which realms the account made. */
const markRole = 'query-groups'

/** How many realms one token lasts for, which lives for a minute. */
const realmsPerToken = 20

/** The roles of clients that a user has; `master` has a client for each realm. */
interface RoleMappings {
  readonly clientMappings?: Readonly<Record<string, ClientRoles>>
}

interface ClientRoles {
  readonly id?: string
  readonly mappings?: readonly { readonly id?: string; readonly name?: string }[]
}

/**
 * Revokes the roles, all but one, that Keycloak gives to the account in `master` with each realm
 * that it makes: everything that administers the realm. The account's tokens never carry them, but
 * Keycloak goes through them all whenever the account makes another realm.
 *
 * @param userId The user of the account.
 * @param signIn Gives a client that administers `master`, with a new token.
 * @throws {PortError} When Keycloak cannot be used.
 */
export async function revokeRealmRoles(
  userId: string,
  signIn: () => Promise<KeycloakAdminClient>,
): Promise<void> {
  const user = { realm: 'master', id: userId }
  const found: RoleMappings = await retryTransient(async () => {
    const admin = await signIn()
    return admin.users.listRoleMappings(user)
  })
  let admin = await signIn()
  for (const [index, client] of Object.values(found.clientMappings ?? {}).entries()) {
    if (index % realmsPerToken === realmsPerToken - 1) admin = await signIn()
    const roles = (client.mappings ?? [])
      .filter(({ name }) => name !== markRole)
      .map(({ id = '', name = '' }) => ({ id, name }))
    if (roles.length === 0) continue
    const revoked = { ...user, clientUniqueId: client.id ?? '', roles }
    await retryTransient(() => admin.users.delClientRoleMappings(revoked).catch(unlessGone))
  }
}

/** The realm of the roles may have gone meanwhile. */
function unlessGone(error: unknown): void {
  const failure = toPortError(error)
  if (statusOf(failure) !== 404) throw failure
}
