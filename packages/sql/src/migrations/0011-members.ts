import { type Kysely, sql } from 'kysely'

/**
 * The last login of an account, an index of administrators, and an index of the few accounts under removal.
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
