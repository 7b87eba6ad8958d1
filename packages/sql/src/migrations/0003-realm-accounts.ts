import type { Kysely } from 'kysely'

/** The gateway's accounts in the realms of an identity server. */
export async function createRealmAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('realm_accounts')
    .addColumn('reservation', 'text', (column) => column.notNull().primaryKey())
    .addColumn('realm', 'text', (column) => column.notNull())
    .addColumn('standing', 'text', (column) => column.notNull())
    .addColumn('secrets', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('realm_accounts_realm')
    .on('realm_accounts')
    .columns(['realm', 'standing'])
    .execute()
  await schema
    .createIndex('realm_accounts_standing')
    .on('realm_accounts')
    .columns(['standing', 'since'])
    .execute()
}
