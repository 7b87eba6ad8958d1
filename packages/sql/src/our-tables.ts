import { sql } from 'kysely'
import type { Database } from './database.ts'
import { tablesOfSchema } from './moving/moved-tables.ts'
import { counterTable } from './rate-limits/limiter-for-window.ts'

/** Every table that is made in a PostgreSQL; some are there for a while only. */
export const ourTables: readonly string[] = [
  ...tablesOfSchema,
  counterTable,
  'kysely_migration',
  'kysely_migration_lock',
]

/** Indexes that migrations drop. */
const droppedIndexes = ['outbox_due', 'endings_at'] as const

/** Every name of ours that a statement says. */
export const ourNames: ReadonlySet<string> = new Set([...ourTables, ...droppedIndexes])

/**
 * Whether a table of ours is there. Tables of the same name in other schemas do not count.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function hasTable(database: Database, table: string): Promise<boolean> {
  const { rows } = await existence(database, table).execute(database.db)
  return Boolean(rows[0]?.found)
}

function existence({ flavour, schema }: Database, table: string) {
  return flavour === 'sqlite'
    ? sql<Found>`select count(*) as found from sqlite_master where type = 'table' and name = ${table}`
    : sql<Found>`select to_regclass(${nameIn(schema, table)}) is not null as found`
}

/** The name of a table as a text that PostgreSQL reads like one in a statement. */
export function nameIn(schema: string | undefined, table: string): string {
  return schema === undefined ? `"${table}"` : `"${schema}"."${table}"`
}

interface Found {
  readonly found: boolean | number
}
