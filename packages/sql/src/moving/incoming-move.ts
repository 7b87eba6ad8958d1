import type { Kysely } from 'kysely'
import type { Database } from '../database.ts'
import { makeSchema } from '../make-schema.ts'
import { hasTable } from '../our-tables.ts'
import type { Schema } from '../schema.ts'
import type { RowKey } from './move-source.ts'
import { type MovedTable, movedTables } from './moved-tables.ts'

/** The progress of a move in one table. */
export interface TableProgress {
  /** The key of the last moved row; `null` before the first. */
  readonly after: RowKey | null
  /** The number of moved rows. */
  readonly rows: number
}

/** A move into a database that has begun and not ended. */
export interface IncomingMove {
  /** The identity of its source; `undefined` when it stopped before that was recorded. */
  readonly source: string | undefined
  /** By the name of the table. */
  readonly tables: ReadonlyMap<string, TableProgress>
}

/**
 * Whether records are being moved into a database, or such a move was broken off. No gateway starts
 * on it then.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function isMoveUnderWay(database: Database): Promise<boolean> {
  return database.flavour === 'postgres' && hasTable(database, 'incoming_move')
}

/** The move that is under way. @throws {PortError} `store`. */
export async function findIncomingMove(database: Database): Promise<IncomingMove | undefined> {
  if (!(await isMoveUnderWay(database))) return undefined
  const rows = await database.read((db) => db.selectFrom('incoming_move').selectAll().execute())
  return {
    source: rows[0]?.source,
    tables: new Map(
      rows.map(({ moved_table, after_key, rows_moved }) => [
        moved_table,
        { after: after_key === null ? null : (JSON.parse(after_key) as RowKey), rows: rows_moved },
      ]),
    ),
  }
}

/** Keeps gateways from starting on the database from now on. @throws {PortError} `store`. */
export async function markIncomingMove(database: Database): Promise<void> {
  await makeSchema(database)
  await database.db.schema
    .createTable('incoming_move')
    .ifNotExists()
    .addColumn('moved_table', 'text', (column) => column.notNull().primaryKey())
    .addColumn('source', 'text', (column) => column.notNull())
    .addColumn('after_key', 'text')
    .addColumn('rows_moved', 'bigint', (column) => column.notNull())
    .execute()
}

/** Records that nothing has been moved yet, and removes earlier progress. */
export async function noteBeginning(db: Kysely<Schema>, source: string): Promise<void> {
  await db.deleteFrom('incoming_move').execute()
  const rows = movedTables.map(({ name }) => {
    return { moved_table: name, source, after_key: null, rows_moved: 0 }
  })
  await db.insertInto('incoming_move').values(rows).execute()
}

/** Records the progress of a table. Call it in the transaction that inserts the rows. */
export async function noteProgress(
  db: Kysely<Schema>,
  { name }: MovedTable,
  { after, rows }: TableProgress,
): Promise<void> {
  await db
    .updateTable('incoming_move')
    .set({ after_key: JSON.stringify(after), rows_moved: rows })
    .where('moved_table', '=', name)
    .execute()
}

/** Lets gateways start on the database from now on. @throws {PortError} `store`. */
export async function unmarkIncomingMove({ db }: Database): Promise<void> {
  await db.schema.dropTable('incoming_move').execute()
}
