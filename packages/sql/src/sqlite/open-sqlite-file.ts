import { closeSync, openSync } from 'node:fs'
import { PortError, type PortName } from '@gatehouse/auth-core'
import Sqlite from 'better-sqlite3'
import { sqliteFailure } from './sqlite-failure.ts'

/** How a file is opened. */
interface Opening {
  /** Whose failure it is when it does not open. */
  readonly port: PortName
  readonly synchronous: 'FULL' | 'NORMAL'
  /** Statements to run at once. */
  readonly setUp?: string
}

/** How long one process waits for another's transaction. */
export const busyTimeoutMillis = 5_000

/** Opens a connection of its own to a file, in WAL mode: readers do not wait for the writer. */
export function openSqliteFile(file: string, opening: Opening): Sqlite.Database {
  const { port, synchronous, setUp = '' } = opening
  let sqlite: Sqlite.Database | undefined
  try {
    createPrivately(file)
    sqlite = new Sqlite(file, { timeout: busyTimeoutMillis })
    sqlite.pragma('journal_mode = WAL')
    sqlite.pragma(`synchronous = ${synchronous}`)
    sqlite.pragma('foreign_keys = ON')
    sqlite.exec(setUp)
    return sqlite
  } catch (error) {
    sqlite?.close()
    throw sqliteFailure({ error, port, isOpen: true }) ?? new PortError(port, 'unavailable', error)
  }
}

/** Makes an empty file: SQLite would let the whole group read it. Its `-wal` and `-shm` files take the same mode. */
export function createPrivately(file: string): void {
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
}
