import type { Kysely } from 'kysely'

/**
 * Who holds a lease. One that an older release took names no holder, and runs out by its time
 * alone, as it did before.
 */
export async function nameHolders({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('tenants')
    .addColumn('reserved_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('one_time_tokens').addColumn('claimed_by', 'text').execute()
}
