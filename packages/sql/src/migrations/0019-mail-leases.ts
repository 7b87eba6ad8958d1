import { type Kysely, sql } from 'kysely'

/** The process that leased a mail. Few mails are leased at a time, however many wait. */
export async function nameMailHolders({ schema }: Kysely<unknown>): Promise<void> {
  await schema.alterTable('outbox').addColumn('leased_by', 'text').execute()
  await schema
    .createIndex('outbox_leased')
    .on('outbox')
    .columns(['leased_by', 'leased_until'])
    .where(sql<boolean>`settled_at is null and leased_by is not null`)
    .execute()
}
