/** `@gatehouse/sql/sqlite`: opens SQLite. It does not load the driver of PostgreSQL. */
export type { SqliteRateLimiter } from './create-sqlite-rate-limiter.ts'
export { createSqliteRateLimiter } from './create-sqlite-rate-limiter.ts'
export { findSqliteDatabase } from './find-sqlite-database.ts'
export type { DatabaseLock } from './lock-sqlite-database.ts'
export { lockSqliteDatabase } from './lock-sqlite-database.ts'
export { openSqliteDatabase, openSqliteDatabaseToRead } from './open-sqlite-database.ts'
