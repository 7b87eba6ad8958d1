import {
  type KeycloakCredentials,
  type KeycloakParts,
  openKeycloakCredentials,
} from '@gatehouse/embed/keycloak'
import type { OpenCredentials } from '@gatehouse/embed/parts'
import { openLocalCredentials } from '@gatehouse/embed/sql'
import type { CredentialStoreSettings } from '@gatehouse/settings'

/** The credential store; one that is external tells the load of its bulkheads. */
export type CredentialStoreHandle = OpenCredentials &
  Partial<Pick<KeycloakCredentials, 'bulkheads'>>

/** Opens the store of the settings. It sends no request, so the store may be unreachable. */
export function openCredentialStore(
  settings: CredentialStoreSettings,
  parts: KeycloakParts,
): CredentialStoreHandle {
  if (settings.kind === 'local') return openLocalCredentials(parts.database)
  const { kind: _, ...keycloak } = settings
  return openKeycloakCredentials(keycloak, parts)
}
