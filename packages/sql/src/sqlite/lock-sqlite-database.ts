import { PortError } from '@gatehouse/auth-core/ports'
import Sqlite from 'better-sqlite3'
import { createPrivately } from './open-sqlite-file.ts'
import { codeOf, sqliteFailure } from './sqlite-failure.ts'

/** That this process is at a database, and whether it was the first. */
export interface DatabaseLock {
  /** Whether no other process held a lock when this one was made. */
  readonly isAlone: boolean
  /** Leaves the database; the end of the process does so too. Repeating it is harmless. */
  release(): void
}

/** The moment that another process needs to find out whether it is alone, and far more. */
const patienceMs = 5000

/**
 * Notes that this process works on a SQLite database, by a lock that the system takes back when the
 * process ends, however it ends. Any number may hold one; the first is told that it is alone.
 *
 * @param file The file of the database; the lock is on one beside it.
 * @throws {PortError} `store` when that file cannot be made.
 */
export function lockSqliteDatabase({ file }: { readonly file: string }): DatabaseLock {
  if (file === ':memory:') return { isAlone: true, release: () => undefined }
  let sqlite: Sqlite.Database | undefined
  try {
    createPrivately(`${file}.lock`)
    const held = new Sqlite(`${file}.lock`, { timeout: 0 })
    sqlite = held
    const isAlone = lockAlone(held)
    if (!isAlone) share(held)
    return { isAlone, release: () => void held.close() }
  } catch (error) {
    sqlite?.close()
    const failure = sqliteFailure({ error, port: 'store', isOpen: true })
    throw failure ?? new PortError('store', 'unavailable', error)
  }
}

/** Holds the lock for itself, and then shares it, without a moment in which it is free. */
function lockAlone(sqlite: Sqlite.Database): boolean {
  if (!succeeds(() => sqlite.exec('begin exclusive'))) return false
  // A transaction that ends keeps the share of a statement that has not ended, and SQLite allows
  // that; the driver does so in its unsafe mode only.
  sqlite.unsafeMode(true)
  const reading = sqlite
    .prepare(`select 1 from json_each('[1, 2]') left join sqlite_schema on true`)
    .iterate()
  reading.next()
  sqlite.exec('commit')
  share(sqlite)
  reading.return?.()
  sqlite.unsafeMode(false)
  return true
}

/** Who cannot get a share stands beside an older release, which lets nobody. */
function share(sqlite: Sqlite.Database): void {
  sqlite.pragma(`busy_timeout = ${patienceMs}`)
  sqlite.exec('begin')
  succeeds(() => sqlite.prepare('select count(*) from sqlite_schema').get())
}

/** `false` when another process is in the way. */
function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') return false
    throw error
  }
}
