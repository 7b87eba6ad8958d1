import type { RateLimiter } from '@gatehouse/auth-core/ports'
import type { DatabaseSettings } from '@gatehouse/settings'
import {
  createPostgresRateLimiter,
  createSqliteRateLimiter,
  type Database,
  isMoveUnderWay,
  lockSqliteDatabase,
  migrate,
  openPostgresDatabase,
  openSqliteDatabase,
} from '@gatehouse/sql'
import type { Logger } from 'pino'

/** The database of a gateway, with the tables of this release, and what is counted beside it. */
export interface DatabaseHandle {
  /** The records, open and with the tables of this release. */
  readonly database: Database
  /** The same records by a way of its own, for what must wait behind no request's transaction. */
  readonly vital: Database
  /** Counts attempts: in a file of its own beside SQLite, in the database with PostgreSQL. */
  readonly rateLimiter: RateLimiter
  /** Whether no other process works on it, so that what looks unfinished is. */
  readonly isAlone: boolean
  /** Closes all of it. */
  close(): Promise<void>
}

/** Why a database cannot be used while records are being moved to it. */
export const halfMoved =
  'records are being moved there; `gatehouse migrate sqlite-to-postgres` has to end first'

/**
 * Opens the database that the settings name, and brings its tables up to date.
 *
 * @throws {Error} When it is the target of a move that has not ended.
 */
export async function openMigratedDatabase(
  settings: DatabaseSettings,
  log: Logger,
): Promise<DatabaseHandle> {
  const database = openDatabase(settings, log)
  try {
    await migrate(database)
    await assertNotMoving(database)
  } catch (error) {
    await database.close()
    throw error
  }
  return settings.kind === 'sqlite'
    ? withSqliteLimits(settings.file, database)
    : withPostgresLimits(database, openDatabase({ ...settings, poolSize: 1 }, log))
}

/**
 * To be asked before the first write and after it: what is written in between is seen by a move that
 * begins, or the move is seen here.
 *
 * @throws {Error} While records are being moved to this database.
 */
export async function assertNotMoving(database: Database): Promise<void> {
  if (await isMoveUnderWay(database)) throw new Error(halfMoved)
}

/** Opens the database that the settings name. Nothing is asked of it: it may be away. */
export function openDatabase(settings: DatabaseSettings, log?: Logger): Database {
  if (settings.kind === 'sqlite') return openSqliteDatabase(settings)
  return openPostgresDatabase({
    ...settings,
    onConnectionLost: (error) => log?.warn({ err: error }, 'database connection lost'),
  })
}

/** What an operator calls it; without a password. */
export function nameOfDatabase(settings: DatabaseSettings): string {
  if (settings.kind === 'sqlite') return settings.file
  const { host, pathname } = new URL(settings.url)
  return `PostgreSQL ${host}${pathname}`
}

function withSqliteLimits(file: string, database: Database): DatabaseHandle {
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

/** Any number of replicas may work on it: each leaves unfinished work to those whose time it is. */
function withPostgresLimits(database: Database, vital: Database): DatabaseHandle {
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
