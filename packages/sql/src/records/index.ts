/** `@gatehouse/sql/records`: what works on either database, and loads the driver of none. */
export type { SqlStoreOptions } from '../create-sql-store.ts'
export { createSqlStore } from '../create-sql-store.ts'
export type { Database, Flavour, PoolUse, Queries } from '../database.ts'
export type { LocalCredentialStoreOptions } from '../local-credentials/create-local-credential-store.ts'
export { createLocalCredentialStore } from '../local-credentials/create-local-credential-store.ts'
export { maxConcurrentHashes } from '../local-credentials/password-hasher.ts'
export type { TablesAge } from '../migrations/migrate.ts'
export { ageOfTables, migrate } from '../migrations/migrate.ts'
export { isMoveUnderWay } from '../moving/incoming-move.ts'
export type { SqlPasswordLeases } from '../password-leases/create-sql-password-leases.ts'
export { createSqlPasswordLeases } from '../password-leases/create-sql-password-leases.ts'
export { readClockSkew } from '../read-clock-skew.ts'
export type {
  SqlRealmAccount,
  SqlRealmAccounts,
} from '../realm-accounts/create-sql-realm-accounts.ts'
export { createSqlRealmAccounts } from '../realm-accounts/create-sql-realm-accounts.ts'
export type { Sealer } from '../sealer.ts'
export { checkSealingKey, hasSealedRecords, hasSealingKey } from '../sealing/check-sealing-key.ts'
export { fillApiKeyHashes } from '../sealing/fill-api-key-hashes.ts'
