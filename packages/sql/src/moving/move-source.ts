import type { MovedTable } from './moved-tables.ts'

/** A row as both databases give it: our tables hold texts and whole numbers. */
export type Row = Readonly<Record<string, string | number | null>>

/** The key of a row, in the order of its columns. */
export type RowKey = readonly (string | number | null)[]

/**
 * Reads the rows of a database to which no one writes. All methods throw a `PortError`
 * `store`.
 */
export interface RowReader {
  /** The number of rows of a table. */
  count(table: MovedTable): number
  /** The names of a table's columns. */
  columns(table: MovedTable): readonly string[]
  /** The first rows after a key, in key order; `null` starts with the first row. */
  page(table: MovedTable, after: RowKey | null, limit: number): readonly Row[]
}

/** A database to move. All methods throw a `PortError` `store` when it fails. */
export interface MoveSource extends RowReader {
  /** The digest of the file, which identifies the database's content. */
  readonly identity: string
  /** Closes the database, and lets others write to it again. */
  close(): void
}

/** The key of a row of a table. */
export function keyOf({ key }: MovedTable, row: Row): RowKey {
  return key.map((column) => row[column] ?? null)
}
