import type { RateLimiter } from '@gatehouse/auth-core/ports'
import { type Database, isMoveUnderWay, migrate } from '@gatehouse/sql/records'

/** A database with the tables of this release, and the counters beside it. */
export interface DatabaseHandle {
  /** The records, open and with the tables of this release. */
  readonly database: Database
  /** The same records over another connection, for work that must not wait for requests. */
  readonly vital: Database
  /** Counts attempts: in a separate file beside SQLite, in the database with PostgreSQL. */
  readonly rateLimiter: RateLimiter
  /** Whether no other process works on it, so that unfinished work is really abandoned. */
  readonly isAlone: boolean
  /** Closes all of it. */
  close(): Promise<void>
}

/** The error for a database to which records are being moved. */
export const halfMoved =
  'records are being moved there; `gatehouse migrate sqlite-to-postgres` has to end first'

/**
 * Brings the tables up to date; closes the database if that fails.
 *
 * @throws {PortError} `store`
 * @throws {Error} When records are being moved to the database.
 */
export async function bringUpToDate(database: Database): Promise<void> {
  try {
    await migrate(database)
    await assertNotMoving(database)
  } catch (error) {
    await database.close()
    throw error
  }
}

/**
 * Call it before the first write and after it. Then either a move that begins sees the write, or the move is
 * seen here.
 *
 * @throws {Error} While records are being moved to this database.
 */
export async function assertNotMoving(database: Database): Promise<void> {
  if (await isMoveUnderWay(database)) throw new Error(halfMoved)
}
