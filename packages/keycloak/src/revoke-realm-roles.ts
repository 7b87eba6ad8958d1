import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { statusOf, toPortError } from './failure.ts'
import { retryTransient } from './retry-transient.ts'

/** Stays with the account, in each realm: by that it is known which realms the account made. */
const markRole = 'query-groups'

/** How many realms one token lasts for, which lives for a minute. */
const realmsPerToken = 20

/** The roles of clients that somebody has; `master` has a client for each realm. */
interface Given {
  readonly clientMappings?: Readonly<Record<string, ClientRoles>>
}

interface ClientRoles {
  readonly id?: string
  readonly mappings?: readonly { readonly id?: string; readonly name?: string }[]
}

/**
 * Takes the roles back, but for one, that Keycloak gives to the account in `master` with each realm
 * that it makes: all that there is to administer it. Its tokens never carry them, but Keycloak goes
 * through them all whenever the account makes another realm.
 *
 * @param userId Of the account.
 * @param signIn As somebody who administers `master`.
 */
export async function revokeRealmRoles(
  userId: string,
  signIn: () => Promise<KeycloakAdminClient>,
): Promise<void> {
  const user = { realm: 'master', id: userId }
  const given: Given = await retryTransient(async () => {
    const admin = await signIn()
    return admin.users.listRoleMappings(user)
  })
  let admin = await signIn()
  for (const [index, client] of Object.values(given.clientMappings ?? {}).entries()) {
    if (index % realmsPerToken === realmsPerToken - 1) admin = await signIn()
    const roles = (client.mappings ?? [])
      .filter(({ name }) => name !== markRole)
      .map(({ id = '', name = '' }) => ({ id, name }))
    if (roles.length === 0) continue
    const named = { ...user, clientUniqueId: client.id ?? '', roles }
    await retryTransient(() => admin.users.delClientRoleMappings(named).catch(unlessGone))
  }
}

/** The realm of the roles may have gone meanwhile. */
function unlessGone(error: unknown): void {
  const failed = toPortError(error)
  if (statusOf(failed) !== 404) throw failed
}
