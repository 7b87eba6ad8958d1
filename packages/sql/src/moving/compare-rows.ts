import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { noStatementTimeout } from '../postgres/no-statement-timeout.ts'
import { type MoveOptions, rowsAtOnce } from './move-rows.ts'
import { keyOf, type MoveSource, type Row, type RowKey } from './move-source.ts'
import { type MovedTable, movedTables } from './moved-tables.ts'

/** A row that differs between the two databases: only its key, no other value. */
export interface RowDifference {
  /** The table that the row is in. */
  readonly table: string
  /** Whether the target lacks the row, or has other values in it. */
  readonly kind: 'missing' | 'differs'
  /** The primary key of the row. */
  readonly key: RowKey
  /** The columns that differ; empty for a missing row. */
  readonly columns: readonly string[]
}

/** The result of a comparison. */
export interface Comparison {
  /** How many rows of the source were compared, by table. */
  readonly compared: ReadonlyMap<string, number>
  /** How many rows differ. */
  readonly differing: number
  /** The first differing rows. */
  readonly differences: readonly RowDifference[]
  /** The number of rows that only the target has, by table. */
  readonly surplus: ReadonlyMap<string, number>
}

/** The largest number of listed rows; more do not help to find the reason. */
const maxListed = 20

/**
 * Compares every value of every row of a source with a PostgreSQL database that has the tables of this
 * release, and counts rows that only the target has. Changes nothing.
 *
 * @throws {PortError} `store` when a database fails.
 */
export async function compareRows(
  source: MoveSource,
  target: Database,
  options: MoveOptions = {},
): Promise<Comparison> {
  const compared = new Map<string, number>()
  const surplus = new Map<string, number>()
  const differences: RowDifference[] = []
  let differing = 0
  for (const table of movedTables) {
    let missing = 0
    let rows = 0
    for await (const { found, size } of compareTable(source, target, { table, options })) {
      rows += size
      missing += found.filter(({ kind }) => kind === 'missing').length
      differing += found.length
      differences.push(...found.slice(0, maxListed - differences.length))
    }
    compared.set(table.name, rows)
    // Keys are unique, so all rows beyond the found ones are only in the target.
    const more = (await countRows(target, table)) - (rows - missing)
    if (more > 0) surplus.set(table.name, more)
  }
  return { compared, differing, differences, surplus }
}

interface TableComparison {
  readonly table: MovedTable
  readonly options: MoveOptions
}

async function* compareTable(
  source: MoveSource,
  target: Database,
  { table, options: { onProgress, batchSize = rowsAtOnce } }: TableComparison,
): AsyncGenerator<{ readonly found: readonly RowDifference[]; readonly size: number }> {
  const columns = source.columns(table)
  const of = source.count(table)
  let after: RowKey | null = null
  let rows = 0
  for (;;) {
    const page: readonly Row[] = source.page(table, after, batchSize)
    const last = page.at(-1)
    if (!last) return
    after = keyOf(table, last)
    rows += page.length
    const there = await readSame(target, { table, columns, page })
    const found = page.flatMap((row) => differenceOf(table, { row, columns, there }) ?? [])
    yield { found, size: page.length }
    onProgress?.({ table: table.name, rows, of, fresh: page.length })
  }
}

interface ComparedPage {
  readonly table: MovedTable
  readonly columns: readonly string[]
  readonly page: readonly Row[]
}

/** The target's rows with the same keys, by key: the two databases order texts differently. */
async function readSame(
  target: Database,
  { table, columns, page }: ComparedPage,
): Promise<ReadonlyMap<string, Row>> {
  const name = sql.table(table.name)
  const keys = page.map((row) => Object.fromEntries(table.key.map((each) => [each, row[each]])))
  const names = sql.join(columns.map((column) => sql.ref(`there.${column}`)))
  const using = sql.join(table.key.map((each) => sql.ref(each)))
  const { rows } = await target.read((db) =>
    sql<Row>`select ${names} from ${name} as there
      join json_populate_recordset(null::${name}, ${JSON.stringify(keys)}::json) as wanted
      using (${using})`.execute(db),
  )
  return new Map(rows.map((row) => [JSON.stringify(keyOf(table, row)), row]))
}

interface ComparedRow {
  readonly row: Row
  readonly columns: readonly string[]
  readonly there: ReadonlyMap<string, Row>
}

function differenceOf(
  table: MovedTable,
  { row, columns, there }: ComparedRow,
): RowDifference | undefined {
  const key = keyOf(table, row)
  const other = there.get(JSON.stringify(key))
  if (!other) return { table: table.name, kind: 'missing', key, columns: [] }
  const differing = columns.filter((column) => row[column] !== other[column])
  if (differing.length === 0) return undefined
  return { table: table.name, kind: 'differs', key, columns: differing }
}

async function countRows(target: Database, { name }: MovedTable): Promise<number> {
  const { rows } = await target.transaction(async (db) => {
    await sql.raw(noStatementTimeout).execute(db)
    return sql<{ n: number }>`select count(*) as n from ${sql.table(name)}`.execute(db)
  })
  return Number(rows[0]?.n)
}
