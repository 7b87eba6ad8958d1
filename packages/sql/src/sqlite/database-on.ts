import { realpathSync } from 'node:fs'
import type Sqlite from 'better-sqlite3'
import { Kysely } from 'kysely'
import type { Database, Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { createLogCheckpoints } from './log-checkpoints.ts'
import { createLogSync, type LogSync, type SyncFile } from './log-sync.ts'
import { sharedSqliteDialect } from './shared-sqlite-dialect.ts'

/**
 * A database on a connection that waits for the disk by itself, or has nothing to wait for.
 *
 * @param log Has the disk keep what was committed, if the connection does not.
 */
export function databaseOn(sqlite: Sqlite.Database, log: LogSync = noLog): Database {
  let hasWritten = false
  const dialect = sharedSqliteDialect(sqlite, {
    noteWrite() {
      hasWritten = true
    },
    noteEnd() {
      if (hasWritten) log.noteCommit()
      hasWritten = false
    },
  })
  const db = new Kysely<Schema>({ dialect })

  async function transaction<Result>(work: Queries<Result>): Promise<Result> {
    log.assertUsable()
    let isWriting = false
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx)
        isWriting = hasWritten
        return result
      })
    } finally {
      if (isWriting) await log.settled()
    }
  }

  return {
    flavour: 'sqlite',
    db,
    transaction,
    async read(ask) {
      log.assertUsable()
      return ask(db)
    },
    async close() {
      // Not through Kysely, whose later error names no database and could not be distinguished from a bug.
      sqlite.close()
      await log.close()
    },
  }
}

/**
 * A database on a connection whose commits do not wait for the disk: other threads wait for it, and what a transaction
 * has written is on the disk when it resolves. Others may read it some milliseconds before.
 *
 * @param sqlite In WAL mode.
 */
export function durableDatabaseOn(sqlite: Sqlite.Database, syncFile: SyncFile): Database {
  sqlite.pragma('synchronous = NORMAL')
  // SQLite has the log beside the file itself, not beside a link to it.
  const sync = createLogSync(`${realpathSync(sqlite.name)}-wal`, syncFile)
  const checkpoints = createLogCheckpoints(sqlite)
  return databaseOn(sqlite, {
    ...sync,
    noteCommit() {
      sync.noteCommit()
      checkpoints.noteCommit()
    },
    async close() {
      await sync.close()
      await checkpoints.close()
    },
  })
}

const noLog: LogSync = {
  noteCommit: () => undefined,
  settled: async () => undefined,
  assertUsable: () => undefined,
  close: async () => undefined,
}
