import type Sqlite from 'better-sqlite3'
import { sqliteFailure } from '../sqlite/sqlite-failure.ts'
import type { Row, RowReader } from './move-source.ts'

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
