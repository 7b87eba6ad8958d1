import { type Kysely, sql } from 'kysely'
import { counterTable } from '../rate-limits/limiter-for-window.ts'
import type { Schema } from '../schema.ts'

/** A step, as the table of counters knows it. */
export interface CountedStep {
  /** The key in the table. */
  readonly counter: string
  /** Whether it counts, or only looks. */
  readonly isCounted: boolean
  /** The operations that it adds, or asks about. */
  readonly operations: number
  /** How many are allowed in a window. */
  readonly points: number
  /** The length of a window, in seconds. */
  readonly seconds: number
  /** The key of a counter that leaves the step out when it counts something. */
  readonly unless: string | null
}

/** What the table says after a step. */
export interface StepCount {
  /** Whether the step was left out, and changed nothing. */
  readonly isLeftOut: boolean
  /** The operations in the window. */
  readonly taken: number
  /** The end of the window, epoch milliseconds; 0 when there is none. */
  readonly endsAt: number
  /** The end of the window of `unless`, if that counts something; epoch milliseconds. */
  readonly unlessEndsAt: number | null
}

/**
 * Takes steps in one statement, up to the first at which the table has no operation left. The rows are locked
 * in the order of the steps. Another process may count at the same time, between the look at the table and the
 * counting: what was counted is exact, and the caller has to compare it again.
 *
 * @returns What the table says, for the steps that were taken.
 */
export async function countInOrder(
  db: Kysely<Schema>,
  steps: readonly CountedStep[],
): Promise<readonly StepCount[]> {
  const now = Date.now()
  const counters = sql.table(counterTable)
  const rows = steps.map(
    ({ counter, isCounted, operations, points, seconds, unless }, place) =>
      sql`(cast(${place} as integer), cast(${counter} as text), cast(${isCounted} as boolean),
        cast(${operations} as integer), cast(${Math.min(points, Number.MAX_SAFE_INTEGER)} as bigint),
        cast(${now + seconds * 1000} as bigint), cast(${unless} as text))`,
  )
  const { rows: counts } = await sql<StepCount>`
    with steps (place, counter, is_counted, operations, points, new_end, unless) as (
      values ${sql.join(rows)}
    ), found as (
      select steps.*, coalesce(running.points, 0) as had, coalesce(running.expire, 0) as ends,
        leaving.expire as unless_ends
      from steps
      left join ${counters} as running
        on running.key = steps.counter and running.expire > ${now}
      left join ${counters} as leaving
        on leaving.key = steps.unless and leaving.expire > ${now} and leaving.points > 0
    ), reached as (
      select * from found where place <= coalesce(
        (select min(place) from found where unless_ends is null and had + operations > points),
        ${sql.lit(steps.length)})
    ), counted as (
      insert into ${counters} as stored (key, points, expire)
      select counter, operations, new_end from reached
      where is_counted and unless_ends is null order by place
      on conflict (key) do update set
        points = case when stored.expire <= ${now} then excluded.points
          else stored.points + excluded.points end,
        expire = case when stored.expire <= ${now} then excluded.expire
          else least(stored.expire, excluded.expire) end
      returning key, points, expire
    )
    select unless_ends is not null as "isLeftOut", unless_ends as "unlessEndsAt",
      coalesce(counted.points, had) as "taken", coalesce(counted.expire, ends) as "endsAt"
    from reached left join counted on is_counted and counted.key = counter
    order by place`.execute(db)
  return counts
}
