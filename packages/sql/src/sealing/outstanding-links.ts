import type { Database } from '../database.ts'

/** Links in mails that can still be used. */
export interface OutstandingLinks {
  /** How many there are. */
  readonly count: number
  /** When the last of them expires; `null` when there is none. */
  readonly until: Date | null
}

/**
 * Counts them. The database has only their digests, which cannot be made anew with another key.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function outstandingLinks(database: Database, now: Date): Promise<OutstandingLinks> {
  const { count, until } = await database.read((db) =>
    db
      .selectFrom('one_time_tokens')
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.max<number | null>('expires_at').as('until'),
      ])
      .where('expires_at', '>', now.getTime())
      .executeTakeFirstOrThrow(),
  )
  return { count: Number(count), until: until === null ? null : new Date(Number(until)) }
}
