import { PortError } from '@gatehouse/auth-core'
import Sqlite from 'better-sqlite3'
import { createPrivately } from './open-sqlite-file.ts'
import { codeOf, sqliteFailure } from './sqlite-failure.ts'

/** Whether this process is the only one at a database. */
export interface DatabaseClaim {
  /** `false` while another process holds the claim. */
  readonly isAlone: boolean
  /** Leaves the claim to others; the end of the process does so too. Repeating it is harmless. */
  release(): void
}

/**
 * Claims a SQLite database for this process, by a lock that the system takes back when the process
 * ends, however it ends. Processes without the claim may use the database all the same.
 *
 * @param file The file of the database; the lock is on one beside it.
 * @throws {PortError} `store` when that file cannot be made.
 */
export function claimSqliteDatabase({ file }: { readonly file: string }): DatabaseClaim {
  if (file === ':memory:') return { isAlone: true, release: () => undefined }
  let sqlite: Sqlite.Database | undefined
  try {
    createPrivately(`${file}.lock`)
    sqlite = new Sqlite(`${file}.lock`, { timeout: 0 })
    sqlite.exec('begin exclusive')
    const held = sqlite
    return { isAlone: true, release: () => void held.close() }
  } catch (error) {
    sqlite?.close()
    if (codeOf(error) === 'SQLITE_BUSY') return { isAlone: false, release: () => undefined }
    const failure = sqliteFailure({ error, port: 'store', isOpen: true })
    throw failure ?? new PortError('store', 'unavailable', error)
  }
}
