import { findKeycloakService, type KeycloakService } from '@gatehouse/test-services'
import type { KeycloakCredentialStore, KeycloakCredentialStoreOptions } from '../src/index.ts'
import { createKeycloakCredentialStore, prepareKeycloak } from '../src/index.ts'
import { createMemoryRealmAccounts } from './memory-realm-accounts.ts'

/** Realms take their time on a machine that does other things too. Milliseconds. */
export const realmTimeout = 180_000

/** @throws {Error} When none was started. */
export function runningKeycloak(): KeycloakService {
  const service = findKeycloakService()
  if (service === undefined) throw new Error('Keycloak is not running: npm run services')
  return service
}

/** What a store needs to work on the running Keycloak, all of it new. */
export async function storeOptions(): Promise<KeycloakCredentialStoreOptions> {
  const { url, admin } = runningKeycloak()
  const prepared = await prepareKeycloak({ url, administrator: admin, clientId: 'gatehouse-tests' })
  return {
    url,
    ...prepared,
    realmAccounts: createMemoryRealmAccounts(),
    clock: { now: () => new Date() },
    timeoutSeconds: 60,
    realmTimeoutSeconds: 120,
  }
}

/** A store on the running Keycloak. */
export async function openStore(
  changes: Partial<KeycloakCredentialStoreOptions> = {},
): Promise<KeycloakCredentialStore> {
  return createKeycloakCredentialStore({ ...(await storeOptions()), ...changes })
}
