import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import { ageOfTables, migrate, type TablesAge } from '../migrations/migrate.ts'
import { hasTable, nameIn } from '../our-tables.ts'
import { noStatementTimeout } from '../postgres/no-statement-timeout.ts'
import type { Schema } from '../schema.ts'
import {
  findIncomingMove,
  markIncomingMove,
  noteBeginning,
  noteProgress,
  type TableProgress,
  unmarkIncomingMove,
} from './incoming-move.ts'
import { keyOf, type MoveSource, type Row } from './move-source.ts'
import { type MovedTable, movedTables } from './moved-tables.ts'

/** What a move would do about records in the target. */
export type MovePlan =
  /** The target has no records. */
  | { readonly kind: 'begin' }
  /** The target has some records of this source; the rest is added. */
  | { readonly kind: 'go_on'; readonly rows: number }
  /** The target has records of another source, or of an earlier state of this one: they are removed. */
  | { readonly kind: 'begin_anew'; readonly rows: number }
  /** The target has records that no move has inserted: the move is refused. */
  | { readonly kind: 'not_empty'; readonly tables: readonly string[] }
  /** The target's tables are of a newer release: the move is refused. */
  | { readonly kind: Exclude<TablesAge, 'current' | 'older'> }

/** The progress of a move or a comparison in one table. */
export interface MoveProgress {
  /** The table that is being copied or compared. */
  readonly table: string
  /** Rows of the table that are done. */
  readonly rows: number
  /** Rows of the table. */
  readonly of: number
  /** The rows that were done since the last call. */
  readonly fresh: number
}

/** Options of a move or a comparison. */
export interface MoveOptions {
  /** Called after each batch of rows. */
  readonly onProgress?: (progress: MoveProgress) => void
  /** How many rows are moved in one transaction. */
  readonly batchSize?: number
}

/** Rows in one batch: so many that round trips do not matter, and so few that they fit into memory. */
export const rowsAtOnce = 1000

/**
 * Finds out what {@link moveRows} would do. Changes nothing.
 *
 * @param isAnew Whether rows that an earlier move has brought are removed in any case.
 * @throws {PortError} `store` when a database fails.
 */
export async function planMove(
  source: MoveSource,
  target: Database,
  { isAnew = false }: { readonly isAnew?: boolean } = {},
): Promise<MovePlan> {
  if ((await ageOfTables(target)) === 'newer') return { kind: 'newer' }
  const move = await findIncomingMove(target)
  if (!move) {
    const tables = await tablesWithRows(target)
    return tables.length > 0 ? { kind: 'not_empty', tables } : { kind: 'begin' }
  }
  const rows = [...move.tables.values()].reduce((sum, table) => sum + table.rows, 0)
  const isSame = move.source === source.identity && knowsAllTables(move.tables)
  return { kind: isSame && !isAnew ? 'go_on' : 'begin_anew', rows }
}

/** A move that an earlier release started may lack a table. */
function knowsAllTables(tables: ReadonlyMap<string, unknown>): boolean {
  return movedTables.every(({ name }) => tables.has(name))
}

/**
 * Moves the rows of a source into a PostgreSQL database, continuing an earlier call. It may be killed at any
 * time. Until {@link endMove} no gateway starts on the database.
 *
 * @returns `false`, without a change, when a gateway has written to the database meanwhile.
 * @throws {PortError} `store` when a database fails.
 * @throws {TypeError} When {@link planMove} refuses the move.
 */
export async function moveRows(
  source: MoveSource,
  target: Database,
  options: MoveOptions & { readonly isAnew?: boolean } = {},
): Promise<boolean> {
  const { kind } = await planMove(source, target, options)
  if (kind === 'not_empty' || kind === 'newer') throw new TypeError(`the target is ${kind}`)
  // Before the tables are made, so that no gateway finds tables without the mark.
  await markIncomingMove(target)
  // A gateway that looked before the mark existed may have written since.
  if (kind === 'begin' && (await tablesWithRows(target)).length > 0) {
    await unmarkIncomingMove(target)
    return false
  }
  await migrate(target)
  if (kind === 'begin') await target.transaction((db) => noteBeginning(db, source.identity))
  if (kind === 'begin_anew') await beginAnew(source, target)
  const move = await findIncomingMove(target)
  for (const table of movedTables) {
    const from = move?.tables.get(table.name) ?? { after: null, rows: 0 }
    await moveTable({ source, target, table, options }, from)
  }
  return true
}

/**
 * Ends a move that is complete, so that gateways can start on the database.
 *
 * @throws {PortError} `store`.
 */
export async function endMove(target: Database): Promise<void> {
  for (const { name, counter } of movedTables) {
    if (counter) await countOn(target, name, counter)
  }
  await unmarkIncomingMove(target)
}

async function beginAnew(source: MoveSource, target: Database): Promise<void> {
  await target.transaction(async (db) => {
    await sql.raw(noStatementTimeout).execute(db)
    const tables = sql.join(movedTables.map(({ name }) => sql.table(name)))
    await sql`truncate ${tables}`.execute(db)
    await noteBeginning(db, source.identity)
  })
}

interface TableMove {
  readonly source: MoveSource
  readonly target: Database
  readonly table: MovedTable
  readonly options: MoveOptions
}

async function moveTable(move: TableMove, from: TableProgress): Promise<void> {
  const { source, target, table, options } = move
  const { onProgress, batchSize = rowsAtOnce } = options
  const columns = source.columns(table)
  const of = source.count(table)
  let progress = from
  onProgress?.({ table: table.name, rows: progress.rows, of, fresh: 0 })
  for (;;) {
    const rows = source.page(table, progress.after, batchSize)
    const last = rows.at(-1)
    if (!last) return
    const next = { after: keyOf(table, last), rows: progress.rows + rows.length }
    await target.transaction(async (db) => {
      await insertRows(db, { table, columns, rows })
      await noteProgress(db, table, next)
    })
    progress = next
    onProgress?.({ table: table.name, rows: progress.rows, of, fresh: rows.length })
  }
}

interface Rows {
  readonly table: MovedTable
  readonly columns: readonly string[]
  readonly rows: readonly Row[]
}

/** Inserts rows as a single parameter: the number of parameters is limited, and many are slow to parse. */
async function insertRows(db: Kysely<Schema>, { table, columns, rows }: Rows): Promise<void> {
  const name = sql.table(table.name)
  const names = sql.join(columns.map((column) => sql.ref(column)))
  await sql`insert into ${name} (${names})
    select ${names} from json_populate_recordset(null::${name}, ${JSON.stringify(rows)}::json)
  `.execute(db)
}

/** Makes the column continue from its largest value. */
async function countOn(target: Database, table: string, column: string): Promise<void> {
  const name = nameIn(target.schema, table)
  await target.transaction((db) =>
    sql`select setval(pg_get_serial_sequence(${name}, ${column}),
      (select coalesce(max(${sql.ref(column)}), 0) + 1 from ${sql.table(table)}), false)`.execute(
      db,
    ),
  )
}

async function tablesWithRows(target: Database): Promise<readonly string[]> {
  const found: string[] = []
  for (const { name } of movedTables) {
    if (!(await hasTable(target, name))) continue
    const { rows } = await target.read((db) =>
      sql`select 1 from ${sql.table(name)} limit 1`.execute(db),
    )
    if (rows.length > 0) found.push(name)
  }
  return found
}
