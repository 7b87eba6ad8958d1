import type { Database } from '@gatehouse/sql'
import { sql } from 'kysely'
import type { Row } from './rows.ts'

/** Adds any number of rows to a table by one statement with one parameter. */
export function insertRows(
  { flavour, transaction }: Database,
  table: string,
  rows: readonly Row[],
): Promise<void> {
  const [first] = rows
  if (!first) return Promise.resolve()
  const names = Object.keys(first)
  const columns = sql.join(names.map((name) => sql.ref(name)))
  const json = JSON.stringify(rows)
  const values = sql.join(names.map((name) => sql`value ->> ${sql.lit(name)}`))
  const given =
    flavour === 'sqlite'
      ? sql`select ${values} from json_each(${json})`
      : sql`select ${columns} from json_populate_recordset(null::${sql.table(table)}, ${json}::json)`
  return transaction(async (db) => {
    await sql`insert into ${sql.table(table)} (${columns}) ${given}`.execute(db)
  })
}
