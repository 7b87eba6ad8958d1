import type { Limit, RateLimiter } from '@gatehouse/auth-core/ports'
import { type RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible'
import { counterKey } from '../rate-limits/counter-key.ts'
import { limiterForWindow } from '../rate-limits/limiter-for-window.ts'
import { createCounterTable, prepareCounterTable } from './counter-table.ts'
import { openSqliteFile } from './open-sqlite-file.ts'
import { sqliteFailure } from './sqlite-failure.ts'

/** A {@link RateLimiter} that keeps a file open. */
export interface SqliteRateLimiter extends RateLimiter {
  /** Closes the file. Repeating it is harmless. */
  close(): Promise<void>
}

/**
 * Every so many counts, up to so many ended windows are deleted: more than can have begun
 * meanwhile.
 */
const sweep = { every: 64, max: 256 } as const

/**
 * A {@link RateLimiter} in a SQLite file of its own, shared by the processes of one machine. A
 * missing file is created, readable by its owner alone; its folder must exist.
 *
 * @param file A path, or `:memory:`. Never the file of {@link openSqliteDatabase}: SQLite lets one
 *   connection write at a time, and waiting for it holds up the thread. To count during the other
 *   connection's transaction would stop the very event loop that has to end it.
 * @throws {PortError} `rate_limiter` when the file cannot be opened.
 */
export function createSqliteRateLimiter({ file }: { readonly file: string }): SqliteRateLimiter {
  // NORMAL: a power cut may take back the last counts, but the file stays sound.
  const sqlite = openSqliteFile(file, {
    port: 'rate_limiter',
    synchronous: 'NORMAL',
    setUp: createCounterTable,
  })
  const table = prepareCounterTable(sqlite)
  const limiterOf = limiterForWindow(
    (options) =>
      new RateLimiterSQLite({ storeClient: sqlite, storeType: 'better-sqlite3', ...options }),
  )
  let counted = 0

  async function ask<Result>(question: () => Promise<Result>): Promise<Result> {
    try {
      return await question()
    } catch (error) {
      throw sqliteFailure({ error, port: 'rate_limiter', isOpen: sqlite.open }) ?? error
    }
  }

  /** A clock that was set back must not make a window longer. */
  function secondsLeft(limit: Limit, key: string, { msBeforeNext }: RateLimiterRes): number {
    const maxMs = limit.seconds * 1000
    if (msBeforeNext > maxMs) table.shorten(counterKey(limit, key), maxMs)
    return Math.ceil(Math.min(msBeforeNext, maxMs) / 1000)
  }

  return {
    take: (limit, key) =>
      ask(async () => {
        counted += 1
        if (counted % sweep.every === 0) table.sweep(sweep.max)
        // Counts as `consume` does, but does not throw what is over the limit.
        const window = await limiterOf(limit).penalty(counterKey(limit, key))
        const { consumedPoints: taken } = window
        return {
          allowed: taken <= limit.points,
          taken,
          retryAfter: secondsLeft(limit, key, window),
        }
      }),

    look: (limit, key) =>
      ask(async () => {
        const window = await limiterOf(limit).get(counterKey(limit, key))
        const { consumedPoints: taken } = window ?? noWindow
        const retryAfter = window ? secondsLeft(limit, key, window) : 0
        return { allowed: taken < limit.points, taken, retryAfter }
      }),

    refund: (limit, key) => ask(async () => table.refund(counterKey(limit, key))),

    reset: (limit, key) =>
      ask(async () => void (await limiterOf(limit).delete(counterKey(limit, key)))),

    close: async () => void sqlite.close(),
  }
}

const noWindow = { consumedPoints: 0 }
