/** `@gatehouse/sql/postgres`: opens PostgreSQL. It does not load the driver of SQLite. */
export { createPostgresRateLimiter } from './create-postgres-rate-limiter.ts'
export type { PostgresOptions } from './open-postgres-database.ts'
export { openPostgresDatabase } from './open-postgres-database.ts'
