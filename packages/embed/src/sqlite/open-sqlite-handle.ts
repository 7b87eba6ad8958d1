import {
  createSqliteRateLimiter,
  lockSqliteDatabase,
  openSqliteDatabase,
} from '@gatehouse/sql/sqlite'
import { bringUpToDate, type DatabaseHandle } from '../sql/database-handle.ts'

/**
 * Opens a file with records and brings its tables up to date; a missing file is made.
 *
 * @param file A path whose folder exists, or `:memory:`.
 * @throws {PortError} `store`, `rate_limiter`
 * @throws {Error} When records are being moved there.
 */
export async function openSqliteHandle({
  file,
}: {
  readonly file: string
}): Promise<DatabaseHandle> {
  const database = openSqliteDatabase({ file })
  await bringUpToDate(database)
  const lock = lockSqliteDatabase({ file })
  const limits = file === ':memory:' ? file : `${file}.limits`
  const rateLimiter = createSqliteRateLimiter({ file: limits })
  return {
    database,
    // There is one connection, on which no statement waits for another process for long.
    vital: database,
    rateLimiter,
    isAlone: lock.isAlone,
    async close() {
      await rateLimiter.close()
      await database.close()
      lock.release()
    },
  }
}
