import type Sqlite from 'better-sqlite3'
import { sqliteFailure } from '../sqlite/sqlite-failure.ts'
import type { MovedTable } from './moved-tables.ts'

/** A row as both databases give it: our tables hold texts and whole numbers. */
export type Row = Readonly<Record<string, string | number | null>>

/** The key of a row, in the order of its columns. */
export type RowKey = readonly (string | number | null)[]

/**
 * Reads the rows of a database to which no one writes. All methods throw a {@link PortError}
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

/** A database to move. All methods throw a {@link PortError} `store` when it fails. */
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

/** Reads through an open connection, which the caller closes. */
export function createRowReader(sqlite: Sqlite.Database): RowReader {
  const statements = new Map<string, Sqlite.Statement>()

  function prepare(statement: string): Sqlite.Statement {
    const prepared = statements.get(statement) ?? sqlite.prepare(statement)
    statements.set(statement, prepared)
    return prepared
  }

  function guarded<Result>(ask: () => Result): Result {
    try {
      return ask()
    } catch (error) {
      throw sqliteFailure({ error, port: 'store', isOpen: sqlite.open }) ?? error
    }
  }

  return {
    count: ({ name }) =>
      guarded(() =>
        Number(
          prepare(`select count(*) from ${quote(name)}`)
            .pluck()
            .get(),
        ),
      ),

    columns: ({ name }) =>
      guarded(() => prepare('select name from pragma_table_info(?)').pluck().all(name) as string[]),

    page: ({ name, key }, after, limit) =>
      guarded(() => {
        const columns = key.map(quote).join()
        const condition = after ? `where (${columns}) > (${key.map(() => '?').join()})` : ''
        const statement = `select * from ${quote(name)} ${condition} order by ${columns} limit ?`
        return prepare(statement).all(...(after ?? []), limit) as Row[]
      }),
  }
}

function quote(name: string): string {
  return `"${name}"`
}
