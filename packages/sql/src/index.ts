export type { SqlStoreOptions } from './create-sql-store.ts'
export { createSqlStore } from './create-sql-store.ts'
export type { Database, Flavour } from './database.ts'
export type { LocalCredentialStoreOptions } from './local-credentials/create-local-credential-store.ts'
export { createLocalCredentialStore } from './local-credentials/create-local-credential-store.ts'
export type { Argon2Cost } from './local-credentials/password-hasher.ts'
export { migrate } from './migrations/migrate.ts'
export type {
  SqlRealmAccount,
  SqlRealmAccounts,
} from './realm-accounts/create-sql-realm-accounts.ts'
export { createSqlRealmAccounts } from './realm-accounts/create-sql-realm-accounts.ts'
export type { Sealer } from './sealer.ts'
export type { DatabaseClaim } from './sqlite/claim-sqlite-database.ts'
export { claimSqliteDatabase } from './sqlite/claim-sqlite-database.ts'
export type { SqliteRateLimiter } from './sqlite/create-sqlite-rate-limiter.ts'
export { createSqliteRateLimiter } from './sqlite/create-sqlite-rate-limiter.ts'
export { openSqliteDatabase } from './sqlite/open-sqlite-database.ts'
