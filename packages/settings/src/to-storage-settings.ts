import type { SettingName, ValuesOfNames } from './setting-groups.ts'
import type { CredentialStoreSettings, DatabaseSettings } from './settings.ts'

/** The settings that {@link toDatabaseSettings} reads. */
export const databaseSettingNames = [
  'DATABASE_URL',
  'DATABASE_POOL_SIZE',
  'DATABASE_CONNECT_TIMEOUT_SECONDS',
  'DATABASE_STATEMENT_TIMEOUT_SECONDS',
  'DATABASE_LOCK_TIMEOUT_SECONDS',
] as const satisfies readonly SettingName[]

/** Where records are stored. */
export function toDatabaseSettings(
  values: ValuesOfNames<typeof databaseSettingNames>,
): DatabaseSettings {
  const { DATABASE_URL: database } = values
  if (database.kind === 'sqlite') return database
  return {
    ...database,
    poolSize: values.DATABASE_POOL_SIZE,
    connectSeconds: values.DATABASE_CONNECT_TIMEOUT_SECONDS,
    statementSeconds: values.DATABASE_STATEMENT_TIMEOUT_SECONDS,
    lockSeconds: values.DATABASE_LOCK_TIMEOUT_SECONDS,
  }
}

/** The settings that {@link toCredentialStoreSettings} reads. */
export const credentialStoreSettingNames = [
  'CREDENTIAL_STORE',
  'KEYCLOAK_URL',
  'KEYCLOAK_CLIENT_ID',
  'KEYCLOAK_CLIENT_SECRET',
  'KEYCLOAK_TIMEOUT_SECONDS',
  'KEYCLOAK_REALM_TIMEOUT_SECONDS',
] as const satisfies readonly SettingName[]

/** Where passwords are stored. */
export function toCredentialStoreSettings(
  values: ValuesOfNames<typeof credentialStoreSettingNames>,
): CredentialStoreSettings {
  const { KEYCLOAK_URL: url, KEYCLOAK_CLIENT_SECRET: clientSecret } = values
  // The rules ensure that both are set when they are needed.
  if (values.CREDENTIAL_STORE === 'local' || !url || !clientSecret) return { kind: 'local' }
  return {
    kind: 'keycloak',
    url,
    clientId: values.KEYCLOAK_CLIENT_ID,
    clientSecret,
    timeoutSeconds: values.KEYCLOAK_TIMEOUT_SECONDS,
    realmTimeoutSeconds: values.KEYCLOAK_REALM_TIMEOUT_SECONDS,
  }
}
