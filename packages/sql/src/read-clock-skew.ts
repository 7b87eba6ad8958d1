import { sql } from 'kysely'
import type { Database } from './database.ts'

/** How often the database is asked at most. */
const maxQuestions = 4

/** Milliseconds. What an answer takes is what the comparison may be wrong by, so one that took less is enough. */
const quickMs = 100

/**
 * Reads by how much this machine's clock is ahead of the database server's; negative when it is behind. The
 * time of the query itself does not count, so a slow answer can only tell too little: the database is then
 * asked again, up to four times. With SQLite there is only one clock.
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
  let skewMs = 0
  for (let question = 1; question <= maxQuestions; question += 1) {
    const asked = now()
    const theirs = await readClock(read)
    const answered = now()
    const seenMs = leastSkew({ asked, theirs, answered })
    if (Math.abs(seenMs) > Math.abs(skewMs)) skewMs = seenMs
    if (answered - asked <= quickMs) break
  }
  return skewMs / 1000
}

async function readClock(read: Database['read']): Promise<number> {
  const { rows } = await read((db) =>
    sql<{ at: number }>`select extract(epoch from clock_timestamp())::float8 * 1000 as at`.execute(
      db,
    ),
  )
  return Number(rows[0]?.at)
}

interface Comparison {
  readonly asked: number
  /** The server read its clock between the other two moments. */
  readonly theirs: number
  readonly answered: number
}

function leastSkew({ asked, theirs, answered }: Comparison): number {
  if (theirs < asked) return asked - theirs
  return theirs > answered ? answered - theirs : 0
}
