import type { Database } from './database.ts'

/** The mails of the outbox that share a reason. */
export interface OutboxReason {
  /** `given_up` mails are kept for about a day. */
  readonly state: 'waiting' | 'given_up'
  /** Why the last attempt failed, or why they were given up; `null` for mails that were not tried yet. */
  readonly reason: string | null
  /** How many mails. */
  readonly mails: number
  /** When the oldest was added. */
  readonly oldest: Date
}

/**
 * Reads why mails wait or were given up, the most mails first. Mails that were sent, and those that became useless
 * because a newer one replaced them, are left out.
 *
 * @throws {PortError} `store` when the database cannot do its work.
 */
export async function readOutboxReasons({ db }: Database): Promise<readonly OutboxReason[]> {
  const grouped = db
    .selectFrom('outbox')
    .select(({ fn }) => [
      'reason',
      fn.countAll<number>().as('mails'),
      fn.min<number>('created_at').as('oldest'),
    ])
    .groupBy('reason')
  const waiting = await grouped.where('settled_at', 'is', null).execute()
  const givenUp = await grouped
    .where('settled_at', 'is not', null)
    .where('reason', 'is not', null)
    .where('reason', '!=', 'cancelled')
    .execute()
  const read = (state: OutboxReason['state'], rows: typeof waiting) =>
    rows
      .map(({ reason, mails, oldest }) => ({ state, reason, mails, oldest: new Date(oldest) }))
      .toSorted(
        (one, other) => other.mails - one.mails || Number(one.oldest) - Number(other.oldest),
      )
  return [...read('waiting', waiting), ...read('given_up', givenUp)]
}
