import type Sqlite from 'better-sqlite3'
import { counterTable } from '../rate-limits/limiter-for-window.ts'

/** Operations on the counters that rate-limiter-flexible does not have. */
export interface CounterTable {
  /** Takes one from a running window that counts at least one. */
  refund(key: string): void
  /** Moves the end of a window forward to at most so many milliseconds from now. */
  shorten(key: string, max: number): void
  /** Removes ended windows, at most so many. */
  sweep(max: number): void
}

/** Makes the table where it is missing. Moments are epoch milliseconds. */
export const createCounterTable = `
  create table if not exists ${counterTable} (
    key text not null primary key,
    points integer not null,
    expire integer
  );
  create index if not exists ${counterTable}_expire on ${counterTable} (expire);
`

/** Prepares the statements, on a file that has the table. They throw the driver's errors. */
export function prepareCounterTable(sqlite: Sqlite.Database): CounterTable {
  // The library's own `reward` goes below zero, and begins a window where there is none.
  const refund = sqlite.prepare<[key: string, now: number]>(
    `update ${counterTable} set points = points - 1 where key = ? and points > 0 and expire > ?`,
  )
  const shorten = sqlite.prepare<[expire: number, key: string, expire: number]>(
    `update ${counterTable} set expire = ? where key = ? and expire > ?`,
  )
  const sweep = sqlite.prepare<[now: number, max: number]>(
    `delete from ${counterTable}
      where key in (select key from ${counterTable} where expire <= ? limit ?)`,
  )
  return {
    refund: (key) => void refund.run(key, Date.now()),
    shorten(key, max) {
      const latest = Date.now() + max
      shorten.run(latest, key, latest)
    },
    sweep: (max) => void sweep.run(Date.now(), max),
  }
}
