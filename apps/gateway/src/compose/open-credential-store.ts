import type { KeycloakCredentials, KeycloakParts } from '@gatehouse/embed/keycloak'
import type { OpenCredentials } from '@gatehouse/embed/parts'
import { openLocalCredentials } from '@gatehouse/embed/sql'
import type { CredentialStoreSettings } from '@gatehouse/settings'

/** The credential store; one that is external tells the load of its bulkheads. */
export type CredentialStoreHandle = OpenCredentials &
  Partial<Pick<KeycloakCredentials, 'bulkheads'>>

/** Opens the store of the settings. It sends no request, so the store may be unreachable. */
export async function openCredentialStore(
  settings: CredentialStoreSettings,
  parts: KeycloakParts,
): Promise<CredentialStoreHandle> {
  if (settings.kind === 'local') return openLocalCredentials(parts.database)
  const { kind: _, ...keycloak } = settings
  // Loaded where it is used: its client is a fifth of all code.
  const { openKeycloakCredentials } = await import('@gatehouse/embed/keycloak')
  return openKeycloakCredentials(keycloak, parts)
}
