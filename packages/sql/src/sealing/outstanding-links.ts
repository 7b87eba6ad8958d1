import type { Database } from '../database.ts'

/** Links in mails that can still be used. */
export interface OutstandingLinks {
  /** How many there are. */
  readonly count: number
  /** When the last link expires; `null` when there is none. */
  readonly until: Date | null
}

/**
 * Counts the links in mails that are still valid. The database has only their digests, which cannot be made
 * again with another key.
 *
 * @throws {PortError} `store` when the database fails.
 */
export async function outstandingLinks(database: Database, now: Date): Promise<OutstandingLinks> {
  const found = [
    await linksOf(database, 'one_time_tokens', now),
    await linksOf(database, 'invitations', now),
  ]
  const moments = found.flatMap(({ until }) => (until === null ? [] : [Number(until)]))
  return {
    count: found.reduce((sum, { count }) => sum + Number(count), 0),
    until: moments.length === 0 ? null : new Date(Math.max(...moments)),
  }
}

function linksOf(database: Database, table: 'one_time_tokens' | 'invitations', now: Date) {
  return database.read((db) =>
    db
      .selectFrom(table)
      .select(({ fn }) => [
        fn.countAll<number>().as('count'),
        fn.max<number | null>('expires_at').as('until'),
      ])
      .where('expires_at', '>', now.getTime())
      .executeTakeFirstOrThrow(),
  )
}
