import type { RateLimiter } from '@gatehouse/auth-core/ports'
import type { DatabaseSettings } from '@gatehouse/settings'
import {
  createPostgresRateLimiter,
  createSqliteRateLimiter,
  type Database,
  findSqliteDatabase,
  hasSealedRecords,
  isMoveUnderWay,
  lockSqliteDatabase,
  migrate,
  openPostgresDatabase,
  openSqliteDatabase,
} from '@gatehouse/sql'
import type { Logger } from 'pino'

/** The database of a gateway, with the tables of this release, and the counters beside it. */
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
 * Call it before the first write and after it. Then either a move that begins sees the write, or the move is
 * seen here.
 *
 * @throws {Error} While records are being moved to this database.
 */
export async function assertNotMoving(database: Database): Promise<void> {
  if (await isMoveUnderWay(database)) throw new Error(halfMoved)
}

/** Opens the database of the settings. It sends no statement, so the database may be unreachable. */
export function openDatabase(settings: DatabaseSettings, log?: Logger): Database {
  if (settings.kind === 'sqlite') return openSqliteDatabase(settings)
  return openPostgresDatabase({
    ...settings,
    onConnectionLost: (error) => log?.warn({ err: error }, 'database connection lost'),
  })
}

/** Whether records were sealed in the database. Creates and changes nothing. */
export async function isSealed(settings: DatabaseSettings): Promise<boolean> {
  // The master key is made before the file.
  if (settings.kind === 'sqlite') return findSqliteDatabase(settings.file)
  const database = openDatabase(settings)
  try {
    return await hasSealedRecords(database)
  } finally {
    await database.close()
  }
}

/** The database's name for an operator; without a password. */
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

/** Several replicas may use it: each leaves unfinished work until its time has run out. */
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
