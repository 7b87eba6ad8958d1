import type { Kysely } from 'kysely'

/**
 * Endings of sessions and logins whose tokens have not expired, the login of a session, and an organization's
 * own settings. Sessions of an older release have no known login.
 */
export async function createEndings({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('endings')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('at', 'bigint', (column) => column.notNull())
    .addColumn('until', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('endings_key', ['subject', 'id', 'kind'])
    .execute()
  await schema.createIndex('endings_at').on('endings').columns(['subject', 'at']).execute()
  await schema.createIndex('endings_until').on('endings').column('until').execute()
  await schema
    .alterTable('sessions')
    .addColumn('login_id', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await schema.alterTable('tenants').addColumn('otp_exempt_clients', 'text').execute()
  await schema.alterTable('tenants').addColumn('max_session_seconds', 'bigint').execute()
}
