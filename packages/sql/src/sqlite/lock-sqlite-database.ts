import { PortError } from '@gatehouse/auth-core/ports'
import Sqlite from 'better-sqlite3'
import { createPrivateFile } from './open-sqlite-file.ts'
import { codeOf, sqliteFailure } from './sqlite-failure.ts'

/** Marks a database as used by this process, and tells whether it was the first. */
export interface DatabaseLock {
  /** Whether no other process had a lock when this one was taken. */
  readonly isAlone: boolean
  /** Releases the lock; the end of the process does so too. A repeated call does nothing. */
  release(): void
}

/** Far more than another process needs to find out whether it is alone. */
const shareTimeoutMs = 5000

/**
 * Marks a SQLite database as used by this process, with a lock that the system releases at the end of the
 * process in any case. Any number of processes may hold one; the first one is told that it is alone.
 *
 * @param file The file of the database; the lock is on a file beside it.
 * @throws {PortError} `store` when that file cannot be created.
 */
export function lockSqliteDatabase({ file }: { readonly file: string }): DatabaseLock {
  if (file === ':memory:') return { isAlone: true, release: () => undefined }
  let sqlite: Sqlite.Database | undefined
  try {
    createPrivateFile(`${file}.lock`)
    const opened = new Sqlite(`${file}.lock`, { timeout: 0 })
    sqlite = opened
    const isAlone = lockAlone(opened)
    if (!isAlone) share(opened)
    return { isAlone, release: () => void opened.close() }
  } catch (error) {
    sqlite?.close()
    const failure = sqliteFailure({ error, port: 'store', isOpen: true })
    throw failure ?? new PortError('store', 'unavailable', error)
  }
}

/** Takes the lock exclusively, and then shares it, without a moment in which it is free. */
function lockAlone(sqlite: Sqlite.Database): boolean {
  if (!succeeds(() => sqlite.exec('begin exclusive'))) return false
  // A transaction that ends keeps the shared lock of a statement that is still running. SQLite allows that,
  // the driver only in its unsafe mode.
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

/** Shares the lock. A process of an older release keeps it exclusively; then it cannot be shared. */
function share(sqlite: Sqlite.Database): void {
  sqlite.pragma(`busy_timeout = ${shareTimeoutMs}`)
  sqlite.exec('begin')
  succeeds(() => sqlite.prepare('select count(*) from sqlite_schema').get())
}

/** Whether the work succeeds; `false` when another process holds the lock. */
function succeeds(work: () => void): boolean {
  try {
    work()
    return true
  } catch (error) {
    if (codeOf(error) === 'SQLITE_BUSY') return false
    throw error
  }
}
