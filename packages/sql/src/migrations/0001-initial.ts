import type { ColumnDefinitionBuilder, Kysely } from 'kysely'
import type { Flavour } from '../database.ts'

/** The first release's tables. Every column of moments is `bigint`: milliseconds need 41 bits. */
export async function createInitialTables(db: Kysely<unknown>, flavour: Flavour): Promise<void> {
  await createTenants(db)
  await createAccounts(db)
  await createLogins(db)
  await createSessions(db)
  await createSigningKeys(db)
  await createOutbox(db)
  await createAuditLog(db, flavour)
  await createLocalCredentials(db)
}

// SQLite allows null in a text primary key unless told otherwise.
const key = (column: ColumnDefinitionBuilder) => column.notNull().primaryKey()
const required = (column: ColumnDefinitionBuilder) => column.notNull()

async function createTenants({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('tenants')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('standing', 'text', required)
    .addColumn('reservation', 'text', required)
    .addColumn('otp_enabled', 'integer', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await schema
    .createIndex('tenants_standing')
    .on('tenants')
    .columns(['standing', 'created_at'])
    .execute()
}

async function createAccounts({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('accounts')
    .addColumn('id', 'text', key)
    .addColumn('tenant_id', 'text', (column) =>
      column.notNull().references('tenants.id').onDelete('cascade'),
    )
    .addColumn('username', 'text', (column) => column.notNull().unique())
    .addColumn('email', 'text', required)
    .addColumn('email_canonical', 'text', required)
    .addColumn('email_verified', 'integer', required)
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('role', 'text', required)
    .addColumn('machine_role', 'text', required)
    .addColumn('groups', 'text', required)
    .addColumn('api_key', 'text', required)
    .addColumn('credential_id', 'text', required)
    .addColumn('credential_version', 'integer', required)
    .addColumn('standing', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .execute()
  await schema.createIndex('accounts_tenant').on('accounts').column('tenant_id').execute()
  await schema
    .createIndex('accounts_email')
    .on('accounts')
    .columns(['email_canonical', 'created_at'])
    .execute()
}

// Rows of an account are deleted with it.
const ofAccount = (column: ColumnDefinitionBuilder) =>
  column.notNull().references('accounts.id').onDelete('cascade')

async function createLogins({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('otp_challenges')
    .addColumn('account_id', 'text', (column) => ofAccount(column).primaryKey())
    .addColumn('id', 'text', required)
    .addColumn('code_digest', 'text', required)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('owner_guesses', 'integer', required)
    .addColumn('stranger_guesses', 'integer', required)
    .addColumn('mail_id', 'text', required)
    .addColumn('proof', 'text', required)
    .execute()
  await schema
    .createIndex('otp_challenges_expiry')
    .on('otp_challenges')
    .column('expires_at')
    .execute()
  await schema
    .createTable('one_time_tokens')
    .addColumn('digest', 'text', key)
    .addColumn('purpose', 'text', required)
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('created_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('claimed_until', 'bigint')
    .execute()
  await schema
    .createIndex('one_time_tokens_account')
    .on('one_time_tokens')
    .columns(['account_id', 'purpose', 'created_at'])
    .execute()
  await schema
    .createIndex('one_time_tokens_claim')
    .on('one_time_tokens')
    .columns(['claimed_until', 'expires_at'])
    .execute()
}

async function createSessions({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('sessions')
    .addColumn('id', 'text', key)
    .addColumn('account_id', 'text', ofAccount)
    .addColumn('tenant_id', 'text', required)
    .addColumn('client', 'text', required)
    .addColumn('auth_time', 'bigint', required)
    .addColumn('issued_at', 'bigint', required)
    .addColumn('expires_at', 'bigint', required)
    .addColumn('ended_at', 'bigint')
    .execute()
  await schema.createIndex('sessions_account').on('sessions').column('account_id').execute()
  await schema.createIndex('sessions_expiry').on('sessions').column('expires_at').execute()
}

async function createSigningKeys({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('signing_keys')
    .addColumn('kid', 'text', key)
    .addColumn('secret', 'text', required)
    .addColumn('active_from', 'bigint', required)
    .addColumn('accepted_until', 'bigint')
    .addColumn('revoked_at', 'bigint')
    .execute()
}

async function createOutbox({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('outbox')
    .addColumn('id', 'text', key)
    // Empty for a mail to several accounts, so there is no reference.
    .addColumn('account_id', 'text', required)
    .addColumn('kind', 'text', required)
    .addColumn('content', 'text')
    .addColumn('created_at', 'bigint', required)
    .addColumn('not_after', 'bigint')
    .addColumn('attempts', 'integer', required)
    .addColumn('due_at', 'bigint', required)
    .addColumn('leased_until', 'bigint')
    .addColumn('settled_at', 'bigint')
    .addColumn('reason', 'text')
    .execute()
  await schema.createIndex('outbox_due').on('outbox').columns(['settled_at', 'due_at']).execute()
  await schema
    .createIndex('outbox_account')
    .on('outbox')
    .columns(['account_id', 'kind', 'created_at'])
    .execute()
}

async function createAuditLog({ schema }: Kysely<unknown>, flavour: Flavour): Promise<void> {
  await schema
    .createTable('audit_log')
    .addColumn('seq', counters[flavour].type, counters[flavour].build)
    .addColumn('at', 'bigint', required)
    .addColumn('kind', 'text', required)
    .addColumn('outcome', 'text', required)
    // The entry outlives its account and tenant, so there are no references.
    .addColumn('account_id', 'text')
    .addColumn('tenant_id', 'text')
    .addColumn('client', 'text')
    .addColumn('network', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('request_id', 'text')
    .addColumn('detail', 'text', required)
    .execute()
  await schema.createIndex('audit_log_time').on('audit_log').columns(['at', 'seq']).execute()
  await schema
    .createIndex('audit_log_account')
    .on('audit_log')
    .columns(['account_id', 'at', 'seq'])
    .execute()
}

/** A number that grows with every row. */
const counters: Record<Flavour, Counter> = {
  sqlite: { type: 'integer', build: (column) => column.primaryKey().autoIncrement() },
  // By default, so that records can be moved here with their numbers.
  postgres: {
    type: 'bigint',
    build: (column) => column.generatedByDefaultAsIdentity().primaryKey(),
  },
}

interface Counter {
  readonly type: 'integer' | 'bigint'
  readonly build: (column: ColumnDefinitionBuilder) => ColumnDefinitionBuilder
}

async function createLocalCredentials({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createTable('local_realms')
    .addColumn('id', 'text', key)
    .addColumn('name', 'text', required)
    .addColumn('reservation', 'text', required)
    .execute()
  await schema
    .createTable('local_users')
    .addColumn('id', 'text', key)
    .addColumn('realm_id', 'text', (column) =>
      column.notNull().references('local_realms.id').onDelete('cascade'),
    )
    .addColumn('username', 'text', required)
    .addColumn('email', 'text', required)
    .addColumn('first_name', 'text', required)
    .addColumn('last_name', 'text', required)
    .addColumn('password_hash', 'text', required)
    .addColumn('groups', 'text', required)
    .addColumn('enabled', 'integer', required)
    .addUniqueConstraint('local_users_username', ['realm_id', 'username'])
    .execute()
}
