import type { Kysely } from 'kysely'

/** What a wrong master key is noticed by, and what accounts are found by without reading their key. */
export async function createSealingAids({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('key_check')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute()
  await schema.alterTable('accounts').addColumn('api_key_hash', 'text').execute()
  await schema.createIndex('accounts_api_key').on('accounts').column('api_key_hash').execute()
}
