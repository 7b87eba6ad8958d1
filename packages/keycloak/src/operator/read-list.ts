import type KeycloakAdminClient from '@keycloak/keycloak-admin-client'
import { fault, statusFault } from '../failure.ts'

/** The fields of an item in such a list. */
export interface ListItem {
  /** Keycloak's id of a group; not set for required actions. */
  readonly id?: string
  /** The name of a required action; not set for groups. */
  readonly alias?: string
  /** Whether a required action is enabled; not set for groups. */
  readonly enabled?: boolean
}

/**
 * Reads a list of the administration API for which the library has no method, or only a method without a
 * realm.
 *
 * @param path The path after the name of the realm.
 * @throws {PortError} When Keycloak does not answer with a list.
 */
export async function readList(
  admin: KeycloakAdminClient,
  realm: string,
  path: string,
): Promise<readonly ListItem[]> {
  const url = `${admin.baseUrl}/admin/realms/${encodeURIComponent(realm)}/${path}`
  const response = await fetch(url, {
    headers: { authorization: `Bearer ${await admin.getAccessToken()}` },
    redirect: 'error',
    signal: AbortSignal.timeout(60_000),
  })
  if (!response.ok) throw statusFault(response.status, 'a request')
  const list: unknown = await response.json()
  if (Array.isArray(list)) return list as readonly ListItem[]
  throw fault('corrupt', 'Keycloak answered something else than a list')
}
