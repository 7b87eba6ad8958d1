import type { Kysely } from 'kysely'

/**
 * The origin and last use of a session, a new address that waits for its confirmation, and further API keys.
 * Missing values of older sessions are derived from their other columns, so that no large table is written
 * here.
 */
export async function createOwnAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .alterTable('sessions')
    .addColumn('network', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema
    .alterTable('sessions')
    .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('sessions').addColumn('created_at', 'bigint').execute()
  await schema.alterTable('sessions').addColumn('last_seen_at', 'bigint').execute()
  await schema.alterTable('accounts').addColumn('pending_email', 'text').execute()
  await schema
    .createTable('api_keys')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('key_hash', 'text', (column) => column.notNull().unique())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint')
    .addColumn('last_used_at', 'bigint')
    .execute()
  await schema
    .createIndex('api_keys_account')
    .on('api_keys')
    .columns(['account_id', 'created_at', 'id'])
    .execute()
  await schema.createIndex('api_keys_expires').on('api_keys').column('expires_at').execute()
}
