import { openPostgresHandle } from '@gatehouse/embed/postgres'
import type { DatabaseHandle } from '@gatehouse/embed/sql'
import { openSqliteHandle } from '@gatehouse/embed/sqlite'
import type { DatabaseSettings } from '@gatehouse/settings'
import {
  type Database,
  findSqliteDatabase,
  hasSealedRecords,
  openPostgresDatabase,
  openSqliteDatabase,
} from '@gatehouse/sql'
import type { Logger } from 'pino'

/**
 * Opens the database that the settings name, and brings its tables up to date.
 *
 * @throws {Error} When it is the target of a move that has not ended.
 */
export function openMigratedDatabase(
  settings: DatabaseSettings,
  log: Logger,
): Promise<DatabaseHandle> {
  return settings.kind === 'sqlite'
    ? openSqliteHandle(settings)
    : openPostgresHandle(withLog(settings, log))
}

/** Opens the database of the settings. It sends no statement, so the database may be unreachable. */
export function openDatabase(settings: DatabaseSettings, log?: Logger): Database {
  if (settings.kind === 'sqlite') return openSqliteDatabase(settings)
  return openPostgresDatabase(withLog(settings, log))
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

function withLog<Options>(settings: Options, log?: Logger) {
  const onConnectionLost = (error: Error) => log?.warn({ err: error }, 'database connection lost')
  return { ...settings, onConnectionLost }
}
