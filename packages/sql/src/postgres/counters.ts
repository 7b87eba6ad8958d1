import { type Limit, PortError } from '@gatehouse/auth-core/ports'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Queries } from '../database.ts'
import { counterKey } from '../rate-limits/counter-key.ts'
import { counterTable, limiterForWindow } from '../rate-limits/limiter-for-window.ts'

/** The count in a window. */
export interface CountedWindow {
  /** The number of operations. */
  readonly taken: number
  /** The end of the window, epoch milliseconds. */
  readonly endsAt: number
}

/**
 * Counts in the database that replicas share. All methods throw a {@link PortError} `rate_limiter`.
 */
export interface Counters {
  /** Counts operations; the first one begins a window. @returns The window afterwards. */
  add(limit: Limit, key: string, operations: number): Promise<CountedWindow>
  /** Reads the window; without one, a window that ended long ago. */
  read(limit: Limit, key: string): Promise<CountedWindow>
  /** Takes one from a running window that counts at least one. */
  refund(limit: Limit, key: string): Promise<void>
  /** Ends the window, so that the next operation begins a new one. */
  forget(limit: Limit, key: string): Promise<void>
}

/** After so many counts, at most so many ended windows are deleted: more than can begin meanwhile. */
const sweep = { every: 64, max: 256 } as const

/** Counters in a database that {@link migrate} has brought up to date. */
export function createCounters(database: Database): Counters {
  const { schema } = database
  // Outside of transactions, and retried when the connection was lost: then one too many may be counted,
  // which is better than refusing all requests.
  async function ask<Result>(question: Queries<Result>): Promise<Result> {
    try {
      return await database.read(question)
    } catch (error) {
      throw error instanceof PortError
        ? new PortError('rate_limiter', error.failure, error.cause)
        : error
    }
  }

  const storeClient = {
    query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
      ask(async (db) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
        return { rows, rowCount: rows.length }
      }),
  }
  const limiterOf = limiterForWindow(
    (options) =>
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        clearExpiredByTimeout: false,
        ...(schema !== undefined && { schemaName: schema }),
        ...options,
      }),
  )
  let counted = 0

  /** Bounds the end of a window, because a clock that was set back must not make it longer. */
  async function inBounds(
    limit: Limit,
    key: string,
    { consumedPoints: taken, msBeforeNext }: RateLimiterRes,
  ): Promise<CountedWindow> {
    const endsAt = Date.now() + msBeforeNext
    const latest = Date.now() + limit.seconds * 1000
    if (endsAt <= latest) return { taken, endsAt }
    await ask(async (db) => {
      await sql`update ${sql.table(counterTable)} set expire = ${latest}
        where key = ${counterKey(limit, key)} and expire > ${latest}`.execute(db)
    })
    return { taken, endsAt: latest }
  }

  return {
    async add(limit, key, operations) {
      counted += 1
      if (counted % sweep.every === 0) await ask(sweepEnded)
      // Counts like `consume`, but does not throw above the limit.
      const window = await limiterOf(limit).penalty(counterKey(limit, key), operations)
      return inBounds(limit, key, window)
    },

    async read(limit, key) {
      const window = await limiterOf(limit).get(counterKey(limit, key))
      return window ? inBounds(limit, key, window) : { taken: 0, endsAt: 0 }
    },

    // The library's own `reward` goes below zero, and begins a window where there is none.
    refund: (limit, key) =>
      ask(async (db) => {
        await sql`update ${sql.table(counterTable)} set points = points - 1
          where key = ${counterKey(limit, key)} and points > 0 and expire > ${Date.now()}`.execute(
          db,
        )
      }),

    async forget(limit, key) {
      await limiterOf(limit).delete(counterKey(limit, key))
    },
  }
}

/**
 * Deletes ended windows. A window that begins again meanwhile stays, because its end is checked again under
 * the row's lock.
 */
const sweepEnded: Queries<void> = async (db) => {
  const now = Date.now()
  const table = sql.table(counterTable)
  await sql`delete from ${table} where expire <= ${now} and key in (
    select key from ${table} where expire <= ${now} order by key limit ${sql.lit(sweep.max)}
  )`.execute(db)
}
