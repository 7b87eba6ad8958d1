import type { Limit, RateLimiter } from '@gatehouse/auth-core/ports'
import { type RateLimiterRes, RateLimiterSQLite } from 'rate-limiter-flexible'
import { counterKey } from '../rate-limits/counter-key.ts'
import { limiterForWindow } from '../rate-limits/limiter-for-window.ts'
import { whenFree } from './begin-when-free.ts'
import { createCounterTable, prepareCounterTable } from './counter-table.ts'
import { createLogCheckpoints } from './log-checkpoints.ts'
import { openSqliteFile } from './open-sqlite-file.ts'
import { prepareOnce } from './prepare-once.ts'
import { sqliteFailure } from './sqlite-failure.ts'

/** A {@link RateLimiter} that keeps a file open. */
export interface SqliteRateLimiter extends RateLimiter {
  /** Closes the file. A repeated call does nothing. */
  close(): Promise<void>
}

/** After so many counts, at maxMs so many ended windows are deleted: more than can begin meanwhile. */
const sweep = { every: 64, max: 256 } as const

/**
 * A {@link RateLimiter} in a SQLite file of its own, shared by the processes of one machine. A
 * missing file is created, readable by its owner alone; its folder must exist.
 *
 * @param file A path, or `:memory:`. Never the file of {@link openSqliteDatabase}: SQLite lets one
 *   connection write at a time, and to count would wait for the other connection's transaction.
 * @throws {PortError} `rate_limiter` when the file cannot be opened.
 */
export function createSqliteRateLimiter({ file }: { readonly file: string }): SqliteRateLimiter {
  // NORMAL: a power cut may lose the last counts, but the file stays intact.
  const sqlite = openSqliteFile(file, {
    port: 'rate_limiter',
    synchronous: 'NORMAL',
    setUp: createCounterTable,
  })
  // Another program that writes holds up one count, and not the whole process.
  sqlite.pragma('busy_timeout = 0')
  const checkpoints = createLogCheckpoints(sqlite)
  const table = prepareCounterTable(sqlite)
  const storeClient = {
    prepare: prepareOnce(sqlite),
    // It wraps single statements, which are transactions by themselves.
    transaction: <Work>(work: Work) => work,
  }
  const limiterOf = limiterForWindow(
    (options) => new RateLimiterSQLite({ storeClient, storeType: 'better-sqlite3', ...options }),
  )
  let counted = 0

  /** @param question One write at maxMs: what is asked again must not have counted. */
  async function ask<Result>(question: () => Result | Promise<Result>): Promise<Result> {
    try {
      return await whenFree(question)
    } catch (error) {
      throw sqliteFailure({ error, port: 'rate_limiter', isOpen: sqlite.open }) ?? error
    }
  }

  /** A clock that was set back must not make a window longer. */
  async function secondsLeft(
    limit: Limit,
    key: string,
    { msBeforeNext }: RateLimiterRes,
  ): Promise<number> {
    const maxMs = limit.seconds * 1000
    if (msBeforeNext > maxMs) await ask(() => table.shorten(counterKey(limit, key), maxMs))
    return Math.ceil(Math.min(msBeforeNext, maxMs) / 1000)
  }

  return {
    async take(limit, key) {
      counted += 1
      checkpoints.noteCommit()
      if (counted % sweep.every === 0) await ask(() => table.sweep(sweep.max))
      // Counts as `consume` does, but does not throw what is over the limit.
      const window = await ask(() => limiterOf(limit).penalty(counterKey(limit, key)))
      const { consumedPoints: taken } = window
      const retryAfter = await secondsLeft(limit, key, window)
      return { allowed: taken <= limit.points, taken, retryAfter }
    },

    async look(limit, key) {
      const window = await ask(() => limiterOf(limit).get(counterKey(limit, key)))
      const { consumedPoints: taken } = window ?? noWindow
      const retryAfter = window ? await secondsLeft(limit, key, window) : 0
      return { allowed: taken < limit.points, taken, retryAfter }
    },

    refund: (limit, key) => ask(() => table.refund(counterKey(limit, key))),

    reset: (limit, key) =>
      ask(async () => void (await limiterOf(limit).delete(counterKey(limit, key)))),

    async close() {
      sqlite.close()
      await checkpoints.close()
    },
  }
}

const noWindow = { consumedPoints: 0 }
