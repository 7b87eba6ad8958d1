import { closeSync, openSync } from 'node:fs'
import { PortError, type PortName } from '@gatehouse/auth-core/ports'
import Sqlite from 'better-sqlite3'
import { codeOf, sqliteFailure } from './sqlite-failure.ts'

interface SqliteFileOptions {
  /** The port of the error when the file does not open. */
  readonly port: PortName
  readonly synchronous: 'FULL' | 'NORMAL'
  /** Statements to run after opening. */
  readonly setUp?: string
}

/** Milliseconds for which a process waits for another's transaction. */
export const busyTimeoutMillis = 5_000

const pauseMs = 10

/**
 * Opens a connection to a file, in WAL mode: readers do not wait for the writer. A missing file is
 * created, readable by its owner alone.
 *
 * @throws {PortError} Of the given port.
 */
export function openSqliteFile(file: string, options: SqliteFileOptions): Sqlite.Database {
  const { port, synchronous, setUp = '' } = options
  let sqlite: Sqlite.Database | undefined
  try {
    createPrivateFile(file)
    sqlite = new Sqlite(file, { timeout: busyTimeoutMillis })
    enterWal(sqlite)
    sqlite.pragma(`synchronous = ${synchronous}`)
    sqlite.pragma('foreign_keys = ON')
    sqlite.exec(setUp)
    return sqlite
  } catch (error) {
    sqlite?.close()
    throw sqliteFailure({ error, port, isOpen: true }) ?? new PortError(port, 'unavailable', error)
  }
}

/**
 * Opens a connection that reads alone: it makes and changes nothing, and waits for no writer.
 *
 * @throws {PortError} `store`
 */
export function openSqliteFileToRead(file: string): Sqlite.Database {
  try {
    return new Sqlite(file, { readonly: true, fileMustExist: true, timeout: busyTimeoutMillis })
  } catch (error) {
    const port = 'store'
    throw sqliteFailure({ error, port, isOpen: true }) ?? new PortError(port, 'unavailable', error)
  }
}

/**
 * Enters WAL mode, which stays with the file. While another process writes or enters the mode too, SQLite
 * reports a busy file at once, whatever the timeout, because the two might wait for each other.
 */
function enterWal(sqlite: Sqlite.Database): void {
  const deadline = performance.now() + busyTimeoutMillis
  const pause = new Int32Array(new SharedArrayBuffer(4))
  for (;;) {
    try {
      return void sqlite.pragma('journal_mode = WAL')
    } catch (error) {
      if (!codeOf(error)?.startsWith('SQLITE_BUSY') || performance.now() > deadline) throw error
    }
    // Waits in this thread, as SQLite would have done.
    Atomics.wait(pause, 0, 0, pauseMs)
  }
}

/**
 * Creates an empty file that only its owner can read, unless it exists: SQLite would let the group read it.
 * The `-wal` and `-shm` files get the same mode.
 */
export function createPrivateFile(file: string): void {
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
}
