import {
  createPostgresRateLimiter,
  openPostgresDatabase,
  type PostgresOptions,
} from '@gatehouse/sql/postgres'
import { bringUpToDate, type DatabaseHandle } from '../sql/database-handle.ts'

/**
 * Opens a database with records and brings its tables up to date. Several replicas may use it: each leaves
 * unfinished work until its time has run out.
 *
 * @throws {PortError} `store`
 * @throws {Error} When records are being moved there.
 */
export async function openPostgresHandle(options: PostgresOptions): Promise<DatabaseHandle> {
  const database = openPostgresDatabase(options)
  await bringUpToDate(database)
  // Of a host's pool no second one is made.
  const vital = 'url' in options ? openPostgresDatabase({ ...options, poolSize: 1 }) : database
  return {
    database,
    vital,
    rateLimiter: createPostgresRateLimiter(database),
    isAlone: false,
    async close() {
      await database.close()
      await vital.close()
    },
  }
}
