import type { Kysely } from 'kysely'

/** The holder of a lease. A lease of an older release names no holder, and only runs out by its time. */
export async function nameHolders({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('tenants')
    .addColumn('reserved_by', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('one_time_tokens').addColumn('claimed_by', 'text').execute()
}
