import { type Kysely, sql } from 'kysely'

/**
 * When an account was last signed in to; which members administer; and the few accounts that are on
 * their way out.
 */
export async function describeMembers({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('accounts').addColumn('last_login_at', 'bigint').execute()
  await schema.createIndex('accounts_members').on('accounts').columns(['tenant_id', 'id']).execute()
  await schema
    .createIndex('accounts_administrators')
    .on('accounts')
    .columns(['tenant_id', 'role', 'standing'])
    .execute()
  await schema
    .createIndex('accounts_removing')
    .on('accounts')
    .column('id')
    .where(sql.ref('standing'), '=', sql.lit('removing'))
    .execute()
}
