import { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { openSqliteFile } from './open-sqlite-file.ts'
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
  const sqlite = openSqliteFile(file, { port: 'store', synchronous: 'FULL' })
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
