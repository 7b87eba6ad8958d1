import { type Limit, PortError } from '@gatehouse/auth-core/ports'
import { CompiledQuery, sql } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Queries } from '../database.ts'
import { counterKey } from '../rate-limits/counter-key.ts'
import { counterTable, limiterForWindow } from '../rate-limits/limiter-for-window.ts'

/** How a window stands. */
export interface CountedWindow {
  readonly taken: number
  /** Epoch milliseconds. */
  readonly endsAt: number
}

/** Counts in the database that replicas share. All methods throw a {@link PortError} `rate_limiter`. */
export interface Counters {
  /** Counts so many operations; the first begins a window. */
  add(limit: Limit, key: string, operations: number): Promise<CountedWindow>
  /** Looks without counting. */
  read(limit: Limit, key: string): Promise<CountedWindow>
  /** Takes one from a running window that counts at least one. */
  refund(limit: Limit, key: string): Promise<void>
  forget(limit: Limit, key: string): Promise<void>
}

/** With every so-many-th count, so many ended windows go: more than can have begun meanwhile. */
const sweep = { every: 64, most: 256 } as const

export function createCounters(database: Database): Counters {
  // Outside of transactions, and once more when the connection was lost: one too many may be counted
  // then, which is better than to refuse everybody.
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

  return {
    async add(limit, key, operations) {
      counted += 1
      if (counted % sweep.every === 0) await ask(sweepEnded)
      // Counts as `consume` does, but does not throw what is over the limit.
      return toWindow(await limiterOf(limit).penalty(counterKey(limit, key), operations))
    },

    async read(limit, key) {
      const window = await limiterOf(limit).get(counterKey(limit, key))
      return window ? toWindow(window) : { taken: 0, endsAt: 0 }
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

function toWindow({ consumedPoints, msBeforeNext }: RateLimiterRes): CountedWindow {
  return { taken: consumedPoints, endsAt: Date.now() + msBeforeNext }
}

/** One that begins anew meanwhile stays: the end is looked at again when its row is free. */
const sweepEnded: Queries<void> = async (db) => {
  const now = Date.now()
  const table = sql.table(counterTable)
  await sql`delete from ${table} where expire <= ${now} and key in (
    select key from ${table} where expire <= ${now} order by key limit ${sql.lit(sweep.most)}
  )`.execute(db)
}
