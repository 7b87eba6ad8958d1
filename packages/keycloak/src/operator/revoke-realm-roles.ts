import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { statusOf, toPortError } from '../failure.ts'
import { retryTransient } from '../retry-transient.ts'

/** The role that stays with the account in each realm: it shows which realms the account created. */
const markRole = 'query-groups'

/** The number of realms handled with one token, which is valid for a minute. */
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
 * Keycloak gives the account in `master` all administrative roles of each realm that it creates. This revokes
 * all of them but one. The account's tokens never carry them, but Keycloak reads all of them whenever the
 * account creates another realm.
 *
 * @param userId The user of the account.
 * @param signIn Returns a client for the administration of `master`, with a new token.
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

/** Ignores the error when the realm of the roles was removed meanwhile. */
function unlessGone(error: unknown): void {
  const failure = toPortError(error)
  if (statusOf(failure) !== 404) throw failure
}
