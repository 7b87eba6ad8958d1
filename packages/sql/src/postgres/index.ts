/** `@gatehouse/sql/postgres`: opens PostgreSQL. It does not load the driver of SQLite. */
export { createPostgresRateLimiter } from './create-postgres-rate-limiter.ts'
export type { PostgresAddress } from './open-pool.ts'
export type {
  HostPool,
  PostgresOfHost,
  PostgresOptions,
  PostgresUse,
} from './open-postgres-database.ts'
export { openPostgresDatabase } from './open-postgres-database.ts'
