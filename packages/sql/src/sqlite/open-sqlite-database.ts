import type Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { openSqliteFile, openSqliteFileToRead } from './open-sqlite-file.ts'
import { sharedSqliteDialect } from './shared-sqlite-dialect.ts'

/**
 * Opens a SQLite database; a missing file is created, readable by its owner alone. Its folder must
 * exist. Any number of processes on one machine may open the same file.
 *
 * @param file A path, or `:memory:` for a database that lives and ends with this object.
 * @throws {PortError} `store`, `unavailable` when it cannot be opened, `corrupt` when the file is
 *   something else.
 */
export function openSqliteDatabase({ file }: { readonly file: string }): Database {
  // FULL: an acknowledged sign-up or new password survives a power cut. With NORMAL a power cut could lose
  // the last transactions.
  return databaseOn(openSqliteFile(file, { port: 'store', synchronous: 'FULL' }))
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

function databaseOn(sqlite: Sqlite.Database): Database {
  const db = new Kysely<Schema>({ dialect: sharedSqliteDialect(sqlite) })
  return {
    flavour: 'sqlite',
    db,
    transaction: (work) => db.transaction().execute(work),
    read: (ask) => ask(db),
    // Not through Kysely, whose later error names no database and could not be distinguished from a bug.
    close: async () => void sqlite.close(),
  }
}
