import { type Kysely, sql } from 'kysely'
import type { Flavour } from '../database.ts'
import { databaseNow } from '../database-now.ts'

/**
 * When an ending was written, by the database's clock. On PostgreSQL a process of an older release notes it too; on
 * SQLite, where a column that is added has no such default, none runs beside a newer one.
 */
export async function noteEndings({ schema }: Kysely<unknown>, flavour: Flavour): Promise<void> {
  const now = flavour === 'sqlite' ? sql`0` : databaseNow(flavour)
  await schema
    .alterTable('endings')
    .addColumn('noted_at', 'bigint', (column) => column.notNull().defaultTo(now))
    .execute()
  await schema.createIndex('endings_noted').on('endings').columns(['subject', 'noted_at']).execute()
  await schema.dropIndex('endings_at').execute()
}
