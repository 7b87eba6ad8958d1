import type { Kysely } from 'kysely'
import type { Flavour } from '../database.ts'

/**
 * Counts of attempts, with the columns that rate-limiter-flexible uses. On SQLite they are in a separate
 * file.
 */
export async function createCounters({ schema }: Kysely<unknown>, flavour: Flavour): Promise<void> {
  if (flavour === 'sqlite') return
  await schema
    .createTable('counters')
    .addColumn('key', 'text', (column) => column.notNull().primaryKey())
    .addColumn('points', 'integer', (column) => column.notNull())
    .addColumn('expire', 'bigint')
    .execute()
  await schema.createIndex('counters_expire').on('counters').column('expire').execute()
}
