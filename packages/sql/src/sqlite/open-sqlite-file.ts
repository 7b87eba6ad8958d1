import { closeSync, openSync } from 'node:fs'
import { PortError, type PortName } from '@gatehouse/auth-core/ports'
import Sqlite from 'better-sqlite3'
import { codeOf, sqliteFailure } from './sqlite-failure.ts'

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

const pauseMs = 10

/** Opens a connection of its own to a file, in WAL mode: readers do not wait for the writer. */
export function openSqliteFile(file: string, opening: Opening): Sqlite.Database {
  const { port, synchronous, setUp = '' } = opening
  let sqlite: Sqlite.Database | undefined
  try {
    createPrivately(file)
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
 * The mode stays with the file. Whoever enters it while another process writes, or enters it as well,
 * is told at once that the file is busy, whatever the timeout: SQLite fears that they wait for each
 * other.
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
    // As SQLite would have waited itself: in this thread.
    Atomics.wait(pause, 0, 0, pauseMs)
  }
}

/** Makes an empty file: SQLite would let the whole group read it. Its `-wal` and `-shm` files take the same mode. */
export function createPrivately(file: string): void {
  if (file !== ':memory:') closeSync(openSync(file, 'a', 0o600))
}
