import { type Kysely, sql } from 'kysely'

/**
 * The actor of an audit entry, and the chain that reveals changes of the audit log. Entries of an older
 * release wait for the chain like new ones.
 */
export async function createAuditChain({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('audit_log').addColumn('actor_id', 'text').execute()
  await schema.alterTable('audit_log').addColumn('position', 'bigint').execute()
  await schema.alterTable('audit_log').addColumn('hash', 'text').execute()
  await schema
    .createTable('audit_seal')
    .addColumn('id', 'text', (column) => column.notNull().primaryKey())
    .addColumn('cut_position', 'bigint', (column) => column.notNull())
    .addColumn('cut_hash', 'text', (column) => column.notNull())
    .addColumn('since', 'bigint', (column) => column.notNull())
    .addColumn('head_position', 'bigint', (column) => column.notNull())
    .addColumn('head_hash', 'text', (column) => column.notNull())
    .addColumn('signature', 'text', (column) => column.notNull())
    .execute()
  await schema
    .createIndex('audit_log_tenant')
    .on('audit_log')
    .columns(['tenant_id', 'at', 'seq'])
    .execute()
  await schema
    .createIndex('audit_log_actor')
    .on('audit_log')
    .columns(['actor_id', 'at', 'seq'])
    .where(sql<boolean>`actor_id is not null`)
    .execute()
  await schema
    .createIndex('audit_log_chain')
    .on('audit_log')
    .column('position')
    .unique()
    .where(sql<boolean>`position is not null`)
    .execute()
  await schema
    .createIndex('audit_log_waiting')
    .on('audit_log')
    .column('seq')
    .where(sql<boolean>`position is null`)
    .execute()
}
