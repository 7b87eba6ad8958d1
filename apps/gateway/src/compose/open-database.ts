import type { RateLimiter } from '@gatehouse/auth-core/ports'
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
import type { Settings } from '../settings/settings.ts'

/** The database of a gateway, with the tables of this release, and what is counted in. */
export interface OpenedDatabase {
  readonly database: Database
  readonly rateLimiter: RateLimiter
  /** Whether no other process works on it, so that what looks unfinished is. */
  readonly isAlone: boolean
  close(): Promise<void>
}

/** Why a database is nobody's yet. */
export const halfMoved =
  'records are being moved there; `gatehouse migrate sqlite-to-postgres` has to end first'

/**
 * Opens the database that the settings name, and brings its tables up to date.
 *
 * @throws {Error} When it is the target of a move that has not ended.
 */
export async function openMigratedDatabase(
  { database: settings }: Settings,
  log: Logger,
): Promise<OpenedDatabase> {
  const database = openDatabase(settings, log)
  try {
    await migrate(database)
    if (await isMoveUnderWay(database)) throw new Error(halfMoved)
  } catch (error) {
    await database.close()
    throw error
  }
  return settings.kind === 'sqlite' ? beside(settings.file, database) : within(database)
}

/** Opens it as it is. */
export function openDatabase(settings: Settings['database'], log?: Logger): Database {
  if (settings.kind === 'sqlite') return openSqliteDatabase(settings)
  return openPostgresDatabase({
    ...settings,
    onConnectionLost: (error) => log?.warn({ err: error }, 'database connection lost'),
  })
}

/** What an operator calls it; without a password. */
export function nameOfDatabase(settings: Settings['database']): string {
  if (settings.kind === 'sqlite') return settings.file
  const { host, pathname } = new URL(settings.url)
  return `PostgreSQL ${host}${pathname}`
}

function beside(file: string, database: Database): OpenedDatabase {
  const lock = lockSqliteDatabase({ file })
  const limits = file === ':memory:' ? file : `${file}.limits`
  const rateLimiter = createSqliteRateLimiter({ file: limits })
  return {
    database,
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
function within(database: Database): OpenedDatabase {
  return {
    database,
    rateLimiter: createPostgresRateLimiter(database),
    isAlone: false,
    close: () => database.close(),
  }
}
