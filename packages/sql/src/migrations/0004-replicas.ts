import type { Kysely } from 'kysely'

/** The running processes. */
export async function createReplicas({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('replicas')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('started_at', 'bigint', (column) => column.notNull())
    .addColumn('alive_until', 'bigint', (column) => column.notNull())
    .addColumn('terminals', 'integer', (column) => column.notNull())
    .addColumn('seals_with', 'text', (column) => column.notNull())
    .execute()
}
