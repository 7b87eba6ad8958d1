export type {
  KeycloakCredentialStore,
  KeycloakCredentialStoreOptions,
} from './create-keycloak-credential-store.ts'
export { createKeycloakCredentialStore } from './create-keycloak-credential-store.ts'
export type { Notice, NoticeSink } from './notice.ts'
export type { Administrator, PreparedKeycloak, PrepareOptions } from './prepare-keycloak.ts'
export { prepareKeycloak } from './prepare-keycloak.ts'
export type { RealmAccount, RealmAccounts, RealmSecrets, RealmStanding } from './realm-account.ts'
