import type { Kysely } from 'kysely'

/**
 * Who has something in hand. What an older release took names nobody, and runs out by its time
 * alone, as it did before.
 */
export async function nameHolders({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('tenants')
    .addColumn('reserved_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('one_time_tokens').addColumn('claimed_by', 'text').execute()
}
