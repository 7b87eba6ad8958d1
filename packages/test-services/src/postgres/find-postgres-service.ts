import { createServiceFile } from '../service-file.ts'
import type { PostgresServer } from './postgres-server.ts'

/** The file that records which PostgreSQL runs. */
export const postgresFile = createServiceFile<PostgresServer>('postgres')

/** The PostgreSQL of `npm run services`, if it runs. */
export function findPostgresService(): PostgresServer | undefined {
  return postgresFile.running()
}
