import { randomBytes } from 'node:crypto'
import { link, open, rename, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { PortError } from '@gatehouse/auth-core/ports'
import Sqlite from 'better-sqlite3'
import { sqliteFailure } from './sqlite-failure.ts'

/** The options of a backup. */
export interface SqliteBackup {
  /** The database file; gateways may use it meanwhile. */
  readonly file: string
  /** The path of the copy. Its folder must exist. */
  readonly to: string
  /** Whether an existing file is replaced, once the copy is complete. */
  readonly isReplacing?: boolean
  /** Called with the finished share, from 0 to 1. */
  readonly onProgress?: (share: number) => void
}

/** Pages that are copied at once, 4 KiB each. */
const pagesAtOnce = 1000

/**
 * Copies a SQLite database as it is at one moment, while others write to it. The copy is one file
 * that its owner alone can read, whole and on the disk when its name appears.
 *
 * @returns Its size in bytes.
 * @throws {Error} `EEXIST` when there is a file already; other errors of the file system.
 * @throws {PortError} `store` when the database cannot be read, or the copy is not whole.
 */
export async function backupSqliteDatabase(backup: SqliteBackup): Promise<number> {
  const { to, isReplacing = false } = backup
  if (!isReplacing) await failIfExists(to)
  const draft = `${to}.${randomBytes(8).toString('hex')}.draft`
  try {
    // Created before SQLite does it, which would let the group read the file.
    await (await open(draft, 'wx', 0o600)).close()
    await copyPages(backup, draft)
    checkCopy(draft)
    await flush(draft)
    if (isReplacing) await rename(draft, to)
    // Unlike a rename, a link never replaces a file that was put there meanwhile.
    else await link(draft, to)
  } finally {
    for (const name of [draft, `${draft}-journal`]) await unlink(name).catch(() => {})
  }
  await flush(dirname(to))
  return (await stat(to)).size
}

async function failIfExists(file: string): Promise<void> {
  const handle = await open(file, 'wx', 0o600)
  await handle.close()
  await unlink(file)
}

async function copyPages({ file, onProgress }: SqliteBackup, draft: string): Promise<void> {
  await guarded(async () => {
    const source = new Sqlite(file, { fileMustExist: true, timeout: 5000 })
    try {
      // A copy restarts when another process has written: without an open snapshot, the copy of a busy
      // database never ends.
      source.exec('begin')
      source.prepare('select count(*) from sqlite_master').get()
      await source.backup(draft, {
        progress({ totalPages, remainingPages }) {
          onProgress?.(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
          return pagesAtOnce
        },
      })
    } finally {
      source.close()
    }
  })
}

/** Checks the whole copy, and leaves it without the extra files of WAL mode. */
function checkCopy(draft: string): void {
  const copy = new Sqlite(draft)
  try {
    copy.pragma('journal_mode = delete')
    const found = copy.pragma('integrity_check(1)', { simple: true })
    if (found !== 'ok') throw new PortError('store', 'corrupt', new Error('the copy is damaged'))
  } finally {
    copy.close()
  }
}

async function guarded(work: () => Promise<void>): Promise<void> {
  try {
    await work()
  } catch (error) {
    throw sqliteFailure({ error, port: 'store', isOpen: true }) ?? error
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
