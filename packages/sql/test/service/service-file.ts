import { createServiceFile } from '@gatehouse/services'
import type { PostgresServer } from './postgres-server.ts'

export const postgresFile = createServiceFile<PostgresServer>('postgres')

/** The PostgreSQL of `npm run services`, if it runs. */
export function runningPostgres(): PostgresServer | undefined {
  return postgresFile.running()
}
