/** For tests within this repository: databases on the PostgreSQL of `npm run services`, and servers of one's own. */
export { createDatabase, type TestDatabase } from '../test/create-database.ts'
export {
  createPostgresServer,
  type PostgresServer,
  removePostgresServer,
  startAgain,
  stopPostgresServer,
} from '../test/service/postgres-server.ts'
export { runningPostgres } from '../test/service/service-file.ts'
