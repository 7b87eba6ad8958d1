import { sql } from 'kysely'
import type { Database } from './database.ts'

/**
 * Reads by how much the clock of this machine is ahead of the database server's; below zero when it
 * is behind. Time that the question was on its way is not counted as a difference. With SQLite there
 * is one clock, and none.
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
  // The server read its clock somewhere between the two.
  const theirs = Number(rows[0]?.at)
  if (theirs < asked) return (asked - theirs) / 1000
  return theirs > answered ? (answered - theirs) / 1000 : 0
}
