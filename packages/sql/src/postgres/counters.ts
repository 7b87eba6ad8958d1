import { type Limit, PortError } from '@gatehouse/auth-core/ports'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Queries } from '../database.ts'
import { counterKey } from '../rate-limits/counter-key.ts'
import { counterTable, limiterForWindow } from '../rate-limits/limiter-for-window.ts'

/** What has been counted in a window. */
export interface CountedWindow {
  /** How many operations. */
  readonly taken: number
  /** Epoch milliseconds. */
  readonly endsAt: number
}

/**
 * Counts in the database that replicas share. All methods throw a {@link PortError} `rate_limiter`.
 */
export interface Counters {
  /** Counts so many operations; the first begins a window. @returns The window after that. */
  add(limit: Limit, key: string, operations: number): Promise<CountedWindow>
  /** The window as it is; one that ended long ago when there is none. */
  read(limit: Limit, key: string): Promise<CountedWindow>
  /** Takes one from a running window that counts at least one. */
  refund(limit: Limit, key: string): Promise<void>
  /** Ends the window, so that the next operation begins another. */
  forget(limit: Limit, key: string): Promise<void>
}

/**
 * Every so many counts, up to so many ended windows are deleted: more than can have begun
 * meanwhile.
 */
const sweep = { every: 64, max: 256 } as const

/** Counters in a database that {@link migrate} has brought up to date. */
export function createCounters(database: Database): Counters {
  // Outside of transactions, and once more when the connection was lost: one too many may be
  // counted then, which is better than to refuse everyone.
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
        ...options,
      }),
  )
  let counted = 0

  /** A clock that was set back must not make a window longer. */
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
      // Counts as `consume` does, but does not throw what is over the limit.
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

/** A window that begins anew meanwhile stays: its end is checked again when its row is free. */
const sweepEnded: Queries<void> = async (db) => {
  const now = Date.now()
  const table = sql.table(counterTable)
  await sql`delete from ${table} where expire <= ${now} and key in (
    select key from ${table} where expire <= ${now} order by key limit ${sql.lit(sweep.max)}
  )`.execute(db)
}
