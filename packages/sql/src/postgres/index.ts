/** `@gatehouse/sql/postgres`: opens PostgreSQL. It does not load the driver of SQLite. */
export { createPostgresRateLimiter } from './create-postgres-rate-limiter.ts'
export { openPostgresDatabase } from './open-postgres-database.ts'
export type {
  HostPool,
  PostgresAddress,
  PostgresOfHost,
  PostgresOptions,
  PostgresUse,
} from './postgres-options.ts'
