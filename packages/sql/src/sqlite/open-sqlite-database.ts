import { fdatasync } from 'node:fs'
import type { Database } from '../database.ts'
import { databaseOn, durableDatabaseOn } from './database-on.ts'
import { openSqliteFile, openSqliteFileToRead } from './open-sqlite-file.ts'

/**
 * Opens a SQLite database; a missing file is created, readable by its owner alone. Its folder must
 * exist. Any number of processes on one machine may open the same file.
 *
 * What a transaction has written is on the disk when it resolves: it survives a power cut. The wait for the disk holds up
 * no other work of the process, which may read meanwhile what a power cut would undo.
 *
 * @param file A path, or `:memory:` for a database that lives and ends with this object.
 * @throws {PortError} `store`, `unavailable` when it cannot be opened, `corrupt` when the file is
 *   something else.
 */
export function openSqliteDatabase({ file }: { readonly file: string }): Database {
  const sqlite = openSqliteFile(file, { port: 'store', synchronous: 'FULL' })
  // Some file systems have no WAL mode, and memory has none.
  const isLogged = sqlite.pragma('journal_mode', { simple: true }) === 'wal'
  return isLogged ? durableDatabaseOn(sqlite, fdatasync) : databaseOn(sqlite)
}

/**
 * Opens a SQLite database of another process to read it. It needs no permission to write, changes nothing, and its
 * transactions wait for no writer. SQLite needs the `-wal` and `-shm` files, which are there while the other process has
 * the database open; where they are not, it makes them, which needs a folder that it can write to.
 *
 * @param file A path.
 * @throws {PortError} `store`, `unavailable` when it is not there or cannot be opened. Whether it can be read shows
 *   with the first statement.
 */
export function openSqliteDatabaseToRead({ file }: { readonly file: string }): Database {
  return databaseOn(openSqliteFileToRead(file))
}
