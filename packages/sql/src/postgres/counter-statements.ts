import type { CounterChange, Limit } from '@gatehouse/auth-core/ports'
import { type RawBuilder, sql } from 'kysely'
import { counterKey } from '../rate-limits/counter-key.ts'
import { counterTable } from '../rate-limits/limiter-for-window.ts'

/** A change, and how many operations a `take` counts. */
export type CountedChange = CounterChange & {
  /** At least 1; of no meaning for the other kinds. */
  readonly operations: number
}

/** The statement that makes a change. */
export function changing({ kind, limit, key, operations }: CountedChange): RawBuilder<unknown> {
  if (kind === 'refund') return refunding(limit, key)
  const table = sql.table(counterTable)
  const counter = counterKey(limit, key)
  if (kind === 'reset') return sql`delete from ${table} where key = ${counter}`
  const now = Date.now()
  return sql`insert into ${table} as stored (key, points, expire)
    values (${counter}, ${operations}, ${now + limit.seconds * 1000})
    on conflict (key) do update set
      points = case when stored.expire <= ${now} then excluded.points
        else stored.points + excluded.points end,
      expire = case when stored.expire <= ${now} then excluded.expire
        else least(stored.expire, excluded.expire) end`
}

/** The library's own `reward` goes below zero, and begins a window where there is none. */
export function refunding(limit: Limit, key: string): RawBuilder<unknown> {
  return sql`update ${sql.table(counterTable)} set points = points - 1
    where key = ${counterKey(limit, key)} and points > 0 and expire > ${Date.now()}`
}

/** Shortens a window that ends later. */
export function shortening(limit: Limit, key: string, latest: number): RawBuilder<unknown> {
  return sql`update ${sql.table(counterTable)} set expire = ${latest}
    where key = ${counterKey(limit, key)} and expire > ${latest}`
}

/**
 * Deletes some ended windows, and waits for nobody: one that another statement holds is left for later. Those that
 * count hold several in an order of their own, so that waiting for each other would not end.
 *
 * @param max At most so many.
 */
export function sweeping(max: number): RawBuilder<unknown> {
  const now = Date.now()
  const table = sql.table(counterTable)
  return sql`delete from ${table} where key = any(array(
    select key from ${table} where expire <= ${now} limit ${sql.lit(max)} for update skip locked
  ))`
}
