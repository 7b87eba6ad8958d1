import type Sqlite from 'better-sqlite3'
import {
  CompiledQuery,
  type DatabaseConnection,
  type Dialect,
  type Driver,
  SqliteAdapter,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from 'kysely'
import { beginWhenFree } from './begin-when-free.ts'
import { prepareOnce } from './prepare-once.ts'
import { sqliteFailure } from './sqlite-failure.ts'

/** Finds out what was written on a connection, and when it is committed, and not only written. */
export interface WriteWatch {
  /** Something was written, perhaps in a transaction. */
  noteWrite(): void
  /** A statement has ended, and no transaction is open any more. */
  noteEnd(): void
}

/**
 * Kysely's SQLite dialect, adapted to several processes on one file and to the promises of our ports. It
 * throws only {@link PortError}, and a transaction with a failed statement has no effect, even if the failure
 * was caught, as on other databases.
 *
 * @param watch Told what is written and committed.
 */
export function sharedSqliteDialect(database: Sqlite.Database, watch: WriteWatch): Dialect {
  const stock = new SqliteDialect({ database })
  return {
    createAdapter: transactionalDdlAdapter,
    createDriver: () => sharedDriver(database, watch),
    createIntrospector: (db) => stock.createIntrospector(db),
    createQueryCompiler: () => stock.createQueryCompiler(),
  }
}

/**
 * Declares that SQLite's DDL is transactional. Kysely's own adapter denies it, and would migrate outside a
 * transaction, without protection against another process.
 */
function transactionalDdlAdapter(): SqliteAdapter {
  return Object.defineProperty(new SqliteAdapter(), 'supportsTransactionalDdl', { value: true })
}

function sharedDriver(database: Sqlite.Database, watch: WriteWatch): Driver {
  let failed: unknown

  function guard<Result>(call: () => Result): Result {
    try {
      return call()
    } catch (error) {
      failed = sqliteFailure({ error, port: 'store', isOpen: database.open }) ?? error
      throw failed
    }
  }

  function watched<Result>({ readonly }: Sqlite.Statement, call: () => Result): Result {
    const result = guard(call)
    if (!readonly) watch.noteWrite()
    if (!database.inTransaction) watch.noteEnd()
    return result
  }

  const prepareKept = prepareOnce(database)
  const prepare = (sql: string): SqliteStatement => {
    const statement = guard(() => prepareKept(sql))
    return {
      reader: statement.reader,
      all: (parameters) => watched(statement, () => statement.all(parameters)),
      run: (parameters) => watched(statement, () => statement.run(parameters)),
      // The kept one may be asked for again before its rows are read.
      iterate: (parameters) => guard(() => database.prepare(sql).iterate(parameters)),
    }
  }
  const driver = new SqliteDriver({ database: { prepare, close: () => database.close() } })
  return Object.assign(driver, {
    // The write lock comes first, so that processes wait for each other. A deferred transaction
    // that reads and then writes would fail at once with SQLITE_BUSY_SNAPSHOT (T-81).
    async beginTransaction() {
      failed = undefined
      // One that only reads has no lock to wait for.
      if (database.readonly) return void guard(() => database.exec('begin'))
      await beginWhenFree(database).catch((error: unknown) =>
        guard(() => {
          throw error
        }),
      )
    },
    async commitTransaction(connection: DatabaseConnection) {
      if (failed !== undefined) throw failed
      await connection.executeQuery(CompiledQuery.raw('commit'))
    },
    // After a full disk SQLite has already ended the transaction; a rollback would hide the reason.
    async rollbackTransaction(connection: DatabaseConnection) {
      if (database.inTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'))
    },
  })
}
