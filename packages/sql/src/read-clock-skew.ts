import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Reads by how much this machine's clock is ahead of the database server's; negative when it is behind. The
 * time of the query itself does not count. With SQLite there is only one clock.
 *
 * @param now Milliseconds since the epoch, by the clock of this machine.
 * @returns Seconds.
 * @throws {PortError} `store` when the database cannot do its work.
 */
export async function readClockSkew(
  { flavour, read }: Pick<Database, 'flavour' | 'read'>,
  now: () => number,
): Promise<number> {
  if (flavour === 'sqlite') return 0
  const asked = now()
  const { rows } = await read((db) =>
    sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(
      db,
    ),
  )
  const answered = now()
  // The server read its clock between these two moments.
  const theirs = Number(rows[0]?.at)
  if (theirs < asked) return (asked - theirs) / 1000
  return theirs > answered ? (answered - theirs) / 1000 : 0
}
