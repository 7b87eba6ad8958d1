/**
 * For tests and benchmarks within this repository: databases on the PostgreSQL of `npm run services`,
 * servers of one's own, and what records are sealed for.
 */
export { apiKeyLookup, sealedFor } from '../src/sealing/contexts.ts'
export { createDatabase, type TestDatabase } from '../test/create-database.ts'
export {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
  startAgain,
  stopPostgresServer,
} from '../test/service/postgres-server.ts'
export { runningPostgres } from '../test/service/service-file.ts'
