import type { Database } from './database.ts'

/** The mails that wait in the outbox. */
export interface OutboxBacklog {
  /** How many mails are neither sent nor given up. */
  readonly waiting: number
  /** When the oldest waiting mail was added; `null` when none waits. */
  readonly oldest: Date | null
}

/**
 * Reads how many mails wait in the outbox, for metrics only.
 *
 * @throws {PortError} `store` when the database cannot do its work.
 */
export async function readOutboxBacklog({ db }: Database): Promise<OutboxBacklog> {
  const { waiting, oldest } = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().as('waiting'),
      fn.min<number | null>('created_at').as('oldest'),
    ])
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return { waiting, oldest: oldest === null ? null : new Date(oldest) }
}
