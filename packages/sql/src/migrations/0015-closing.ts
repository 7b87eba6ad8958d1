import type { Kysely } from 'kysely'

/** When a closed organization is removed, with an index by that moment. */
export async function closeTenants({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('tenants').addColumn('closes_at', 'bigint').execute()
  await schema.createIndex('tenants_closing').on('tenants').column('closes_at').execute()
}
