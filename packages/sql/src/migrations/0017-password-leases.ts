import type { Kysely } from 'kysely'

/** Which process checks a password of a user elsewhere, so that no other does at the same time. */
export async function createPasswordLeases({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('password_leases')
    .addColumn('user_id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('leased_until', 'bigint', (column) => column.notNull())
    .execute()
}
