import type { Kysely } from 'kysely'

/** The identities at providers, and the accounts that they sign in to. */
export async function createExternalIdentities({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('external_identities')
    .addColumn('account_id', 'text', (column) =>
      column.notNull().references('accounts.id').onDelete('cascade'),
    )
    .addColumn('issuer', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('external_identities_key', ['account_id', 'issuer'])
    .execute()
  await schema
    .createIndex('external_identities_subject')
    .on('external_identities')
    .columns(['issuer', 'subject'])
    .execute()
}
