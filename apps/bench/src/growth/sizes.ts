import type { Database } from '@gatehouse/sql'
import { sql } from 'kysely'
import { openFilled } from '../accounts/fill.ts'
import type { FilledDatabase } from '../accounts/filled-environment.ts'

/** What a table takes with its indexes. */
export interface TableSize {
  readonly table: string
  readonly rows: number
  readonly bytes: number
}

/** The tables that grow with the accounts. */
const growing = [
  'accounts',
  'local_users',
  'tenants',
  'local_realms',
  'sessions',
  'outbox',
  'audit_log',
]

const queries = {
  sqlite: sql<{ table: string; bytes: number }>`select tbl_name as "table", sum(pgsize) as bytes
    from dbstat(${'main'}, 1) join sqlite_schema using (name) group by tbl_name`,
  postgres: sql<{ table: string; bytes: number }>`select relname as "table",
    pg_total_relation_size(oid) as bytes from pg_class where relkind = 'r'`,
} as const

/** What each of them takes, as they were filled. */
export async function measureSizes({ database }: FilledDatabase): Promise<readonly TableSize[]> {
  const opened = openFilled(database.url)
  try {
    const { rows: sizes } = await queries[opened.flavour].execute(opened.db)
    const found: TableSize[] = []
    for (const table of growing) {
      const { bytes = 0 } = sizes.find((size) => size.table === table) ?? {}
      found.push({ table, rows: await countRows(opened, table), bytes })
    }
    return found
  } finally {
    await opened.close()
  }
}

async function countRows({ db }: Database, table: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*) as count from ${sql.table(table)}`.execute(db)
  return Number(rows[0]?.count)
}
