import type { Kysely } from 'kysely'

/**
 * A sealed text that reveals a wrong master key, and hashes by which accounts are found without decrypting
 * their keys.
 */
export async function createSealingAids({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('key_check')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('sealed', 'text', (column) => column.notNull())
    .execute()
  await schema.alterTable('accounts').addColumn('api_key_hash', 'text').execute()
  await schema.createIndex('accounts_api_key').on('accounts').column('api_key_hash').execute()
}
