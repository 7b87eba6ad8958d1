export { checkIntegrity } from './check-integrity.ts'
export type { SqlStoreOptions } from './create-sql-store.ts'
export { createSqlStore } from './create-sql-store.ts'
export type { Database, Flavour, PoolUse, Queries } from './database.ts'
export type { LocalDifference } from './local-credentials/compare-local-credentials.ts'
export { compareLocalCredentials } from './local-credentials/compare-local-credentials.ts'
export type { LocalCredentialStoreOptions } from './local-credentials/create-local-credential-store.ts'
export { createLocalCredentialStore } from './local-credentials/create-local-credential-store.ts'
export type { Argon2Cost } from './local-credentials/password-hasher.ts'
export { maxConcurrentHashes } from './local-credentials/password-hasher.ts'
export type { TablesAge } from './migrations/migrate.ts'
export { ageOfTables, migrate } from './migrations/migrate.ts'
export type { Comparison, RowDifference } from './moving/compare-rows.ts'
export { compareRows } from './moving/compare-rows.ts'
export { isMoveUnderWay } from './moving/incoming-move.ts'
export type { MoveOptions, MovePlan, MoveProgress } from './moving/move-rows.ts'
export { endMove, moveRows, planMove } from './moving/move-rows.ts'
export type { MoveSource } from './moving/move-source.ts'
export type { MovedTable } from './moving/moved-tables.ts'
export { movedTables } from './moving/moved-tables.ts'
export type {
  MoveRefusal,
  MoveSourceOpening,
  MoveSourceOptions,
} from './moving/open-move-source.ts'
export { openMoveSource } from './moving/open-move-source.ts'
export type { SqlPasswordLeases } from './password-leases/create-sql-password-leases.ts'
export { createSqlPasswordLeases } from './password-leases/create-sql-password-leases.ts'
export { createPostgresRateLimiter } from './postgres/create-postgres-rate-limiter.ts'
export { forgetPostgresCounters } from './postgres/forget-postgres-counters.ts'
export { openPostgresDatabase } from './postgres/open-postgres-database.ts'
export type {
  HostPool,
  PostgresAddress,
  PostgresOfHost,
  PostgresOptions,
  PostgresUse,
} from './postgres/postgres-options.ts'
export type { CountersOfSubjects } from './rate-limits/keys-of-subjects.ts'
export { readAuditBacklog } from './read-audit-backlog.ts'
export { readClockSkew } from './read-clock-skew.ts'
export { type OutboxBacklog, readOutboxBacklog } from './read-outbox-backlog.ts'
export { type OutboxReason, readOutboxReasons } from './read-outbox-reasons.ts'
export type {
  SqlRealmAccount,
  SqlRealmAccounts,
} from './realm-accounts/create-sql-realm-accounts.ts'
export { createSqlRealmAccounts } from './realm-accounts/create-sql-realm-accounts.ts'
export type { Sealer } from './sealer.ts'
export { checkSealingKey, hasSealedRecords, hasSealingKey } from './sealing/check-sealing-key.ts'
export { fillApiKeyHashes } from './sealing/fill-api-key-hashes.ts'
export type { OutstandingLinks } from './sealing/outstanding-links.ts'
export { outstandingLinks } from './sealing/outstanding-links.ts'
export type { ResealOptions, ResealProgress } from './sealing/reseal.ts'
export { reseal } from './sealing/reseal.ts'
export type { SqliteBackup } from './sqlite/backup-sqlite-database.ts'
export { backupSqliteDatabase } from './sqlite/backup-sqlite-database.ts'
export type { SqliteRateLimiter } from './sqlite/create-sqlite-rate-limiter.ts'
export { createSqliteRateLimiter } from './sqlite/create-sqlite-rate-limiter.ts'
export { findSqliteDatabase } from './sqlite/find-sqlite-database.ts'
export { forgetSqliteCounters } from './sqlite/forget-sqlite-counters.ts'
export type { DatabaseLock } from './sqlite/lock-sqlite-database.ts'
export { lockSqliteDatabase } from './sqlite/lock-sqlite-database.ts'
export { openSqliteDatabase, openSqliteDatabaseToRead } from './sqlite/open-sqlite-database.ts'
