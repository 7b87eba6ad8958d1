import type { Kysely } from 'kysely'

/** Invitations, and an index by age of the accounts that are reserved for them. */
export async function createInvitations({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('invitations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('tenant_id', 'text', (column) =>
      column.notNull().references('tenants.id').onDelete('cascade'),
    )
    .addColumn('email', 'text', (column) => column.notNull())
    .addColumn('email_canonical', 'text', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('machine_role', 'text', (column) => column.notNull())
    .addColumn('groups', 'text', (column) => column.notNull())
    .addColumn('digest', 'text', (column) => column.notNull().unique())
    .addColumn('invited_by', 'text', (column) => column.notNull())
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('expires_at', 'bigint', (column) => column.notNull())
    .addColumn('claimed_until', 'bigint')
    .addColumn('claimed_by', 'text')
    .execute()
  await schema
    .createIndex('invitations_address')
    .on('invitations')
    .columns(['email_canonical', 'tenant_id'])
    .unique()
    .execute()
  await schema
    .createIndex('invitations_tenant')
    .on('invitations')
    .columns(['tenant_id', 'id'])
    .execute()
  await schema.createIndex('invitations_expiry').on('invitations').column('expires_at').execute()
  await schema
    .createIndex('accounts_standing')
    .on('accounts')
    .columns(['standing', 'created_at'])
    .execute()
}
