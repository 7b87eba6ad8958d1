import { type Limit, type LimiterStep, PortError } from '@gatehouse/auth-core/ports'
import { CompiledQuery, type RawBuilder } from 'kysely'
import { RateLimiterPostgres, type RateLimiterRes } from 'rate-limiter-flexible'
import type { Database, Queries } from '../database.ts'
import { counterKey } from '../rate-limits/counter-key.ts'
import { limiterForWindow } from '../rate-limits/limiter-for-window.ts'
import { countInOrder, type StepCount } from './count-in-order.ts'
import {
  type CountedChange,
  changing,
  refunding,
  shortening,
  sweeping,
} from './counter-statements.ts'

/** The count in a window. */
export interface CountedWindow {
  /** The number of operations. */
  readonly taken: number
  /** The end of the window, epoch milliseconds. */
  readonly endsAt: number
}

/** A step, and how many operations it counts, or asks about. */
export type OperationsStep = LimiterStep & {
  /** At least 1. */
  readonly operations: number
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
  /** Takes steps up to the first with no operation left. @returns What was found, for those that were taken. */
  takeInOrder(steps: readonly OperationsStep[]): Promise<readonly StepCount[]>
  /** Makes changes in their order, in one message. */
  change(changes: readonly CountedChange[]): Promise<void>
}

/** After so many counts, at most so many ended windows are deleted: more than can begin meanwhile. */
const sweep = { every: 64, max: 256 } as const

/** Counters in a database that {@link migrate} has brought up to date. */
export function createCounters(database: Database): Counters {
  const { ask, run } = askingOf(database)
  const limiterOf = limitersOf(database, ask)
  let counted = 0

  /** Deletes ended windows once in so many counts, beside the question that counts. */
  async function sweepBeside<Result>(counts: number, question: Promise<Result>): Promise<Result> {
    const before = Math.floor(counted / sweep.every)
    counted += counts
    const isDue = Math.floor(counted / sweep.every) > before
    const [answer] = await Promise.all([question, isDue && run([sweeping(sweep.max)])])
    return answer
  }

  /** Bounds the end of a window, because a clock that was set back must not make it longer. */
  async function bounded(limit: Limit, key: string, endsAt: number): Promise<number> {
    const latest = Date.now() + limit.seconds * 1000
    if (endsAt <= latest) return endsAt
    await run([shortening(limit, key, latest)])
    return latest
  }

  async function windowOf(limit: Limit, key: string, found: RateLimiterRes) {
    const endsAt = await bounded(limit, key, Date.now() + found.msBeforeNext)
    return { taken: found.consumedPoints, endsAt }
  }

  return {
    async add(limit, key, operations) {
      // Counts like `consume`, but does not throw above the limit.
      const counting = limiterOf(limit).penalty(counterKey(limit, key), operations)
      return windowOf(limit, key, await sweepBeside(1, counting))
    },

    async read(limit, key) {
      const window = await limiterOf(limit).get(counterKey(limit, key))
      return window ? windowOf(limit, key, window) : { taken: 0, endsAt: 0 }
    },

    refund: (limit, key) => run([refunding(limit, key)]),

    async forget(limit, key) {
      await limiterOf(limit).delete(counterKey(limit, key))
    },

    async takeInOrder(steps) {
      const question = ask((db) => countInOrder(db, steps.map(toCounted)))
      const counts = await sweepBeside(countTakes(steps), question)
      return Promise.all(
        steps.slice(0, counts.length).map(async ({ limit, key, unless }, place) => {
          const { [place]: count = nothing } = counts
          if (unless) await bounded(unless.limit, unless.key, count.unlessEndsAt ?? 0)
          return { ...count, endsAt: await bounded(limit, key, count.endsAt) }
        }),
      )
    },

    async change(changes) {
      await sweepBeside(countTakes(changes), run(changes.map(changing)))
    },
  }
}

const nothing: StepCount = { isLeftOut: false, taken: 0, endsAt: 0, unlessEndsAt: null }

type Ask = <Result>(question: Queries<Result>) => Promise<Result>

interface Asking {
  /** Asks outside of transactions. */
  readonly ask: Ask
  /** Runs statements outside of transactions, in one message where the database takes that. */
  readonly run: (statements: readonly RawBuilder<unknown>[]) => Promise<void>
}

/**
 * Outside of transactions, and retried when the connection was lost: then one too many may be counted,
 * which is better than refusing all requests.
 */
function askingOf(database: Database): Asking {
  const ask: Ask = (question) => database.read(question).catch(asLimiter)
  return {
    ask,
    async run(statements) {
      const { together } = database
      if (together && statements.length > 1) {
        await together((db) => statements.map((one) => one.compile(db))).catch(asLimiter)
      } else for (const one of statements) await ask((db) => one.execute(db))
    },
  }
}

function asLimiter(error: unknown): never {
  throw error instanceof PortError
    ? new PortError('rate_limiter', error.failure, error.cause)
    : error
}

function limitersOf({ schema }: Database, ask: Ask): (limit: Limit) => RateLimiterPostgres {
  const storeClient = {
    query: ({ text, values }: { readonly text: string; readonly values: readonly unknown[] }) =>
      ask(async (db) => {
        const { rows } = await db.executeQuery(CompiledQuery.raw(text, [...values]))
        return { rows, rowCount: rows.length }
      }),
  }
  return limiterForWindow(
    (options) =>
      new RateLimiterPostgres({
        storeClient,
        storeType: 'client',
        clearExpiredByTimeout: false,
        ...(schema !== undefined && { schemaName: schema }),
        ...options,
      }),
  )
}

function toCounted({ kind, limit, key, unless, operations }: OperationsStep) {
  return {
    counter: counterKey(limit, key),
    isCounted: kind === 'take',
    operations,
    points: limit.points,
    seconds: limit.seconds,
    unless: unless ? counterKey(unless.limit, unless.key) : null,
  }
}

function countTakes(steps: readonly { readonly kind: string }[]): number {
  return steps.filter(({ kind }) => kind === 'take').length
}
