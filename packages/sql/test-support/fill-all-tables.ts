import { type Kysely, sql } from 'kysely'
import type { Database } from '../src/index.ts'
import { movedTables } from '../src/moving/moved-tables.ts'
import type { Schema } from '../src/schema.ts'

/** What two databases might not hold alike. */
const oddTexts = [
  'it\'s "quoted" \\ {}',
  'Zoë ☃ 😀 \u202e',
  '',
  'line\nbreak\ttab\r\u007f',
  '{"$date":1893456000123}',
  'Straße ß ſ İ ı',
]

const oddNumbers = [0, 1, 2_147_483_647]
const oddMoments = [1_893_456_000_123, 0, 253_402_300_799_999]

/**
 * Puts so many rows into each table that is moved, with odd texts and numbers, and with `null` in
 * some of the columns that may be null. Each row refers to those of the same number.
 */
export async function fillAllTables({ db }: Database, rows: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    for (const { name } of movedTables) await fill(tx, name, rows)
  })
}

interface Column {
  readonly name: string
  readonly type: string
  readonly notnull: number
}

async function fill(db: Kysely<Schema>, table: string, rows: number): Promise<void> {
  const { rows: columns } = await sql<Column>`
    select name, type, "notnull" from pragma_table_info(${table})`.execute(db)
  for (let index = 0; index < rows; index += 1) {
    const values = columns.map((column) => valueFor(table, column, index))
    await sql`insert into ${sql.table(table)} (${sql.join(columns.map(({ name }) => sql.ref(name)))})
      values (${sql.join(values)})`.execute(db)
  }
}

/** The columns that are keys, or refer to keys. */
const keyColumns =
  /^(id|kid|digest|reservation|username|credential_id|api_key_hash|key_hash|[a-z]+_id|issuer)$/

function valueFor(table: string, { name, type, notnull }: Column, index: number) {
  if (name === 'seq') return index * 3 + 1
  if (keyColumns.test(name)) return `${nameOf(table, name)} ${index} ${oddTexts[index % 6]}`
  if (notnull === 0 && index % 3 === 0) return null
  if (name === 'position') return index
  if (type === 'text') return oddTexts[index % oddTexts.length]
  const numbers = type === 'bigint' ? oddMoments : oddNumbers
  return numbers[index % numbers.length]
}

function nameOf(table: string, column: string): string {
  const own = column === 'id' ? table : column
  return { account_id: 'accounts', tenant_id: 'tenants', realm_id: 'local_realms' }[own] ?? own
}
