import { type Kysely, sql } from 'kysely'

/**
 * Mails that wait are found in the order in which they are taken. Before, all that were due were read
 * and sorted for each few that were taken: with many waiting that was slower than sending them.
 */
export async function createOutboxOrder({ schema }: Kysely<unknown>): Promise<void> {
  await schema
    .createIndex('outbox_waiting')
    .on('outbox')
    .columns(['attempts', 'created_at', 'id'])
    .where(sql<boolean>`settled_at is null`)
    .execute()
  await schema
    .createIndex('outbox_tried')
    .on('outbox')
    .columns(['attempts', 'due_at', 'id'])
    .where(sql<boolean>`settled_at is null and attempts > 0`)
    .execute()
  await schema
    .createIndex('outbox_settled')
    .on('outbox')
    .column('settled_at')
    .where(sql<boolean>`settled_at is not null`)
    .execute()
  await schema.dropIndex('outbox_due').execute()
}
