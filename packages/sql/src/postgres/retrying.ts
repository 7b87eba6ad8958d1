import { setTimeout as sleep } from 'node:timers/promises'
import { PortError } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import pLimit from 'p-limit'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { type FaultMeaning, meaningOfFailure } from './postgres-fault.ts'
import { createReadWriteLock } from './read-write-lock.ts'

/** How long an attempt is repeated before it fails for good, in milliseconds from its first run. */
export interface RetryLimits {
  /** After conflicts with other transactions. */
  readonly conflictMs: number
  /** While the server is away. */
  readonly connectionMs: number
}

/**
 * Runs an attempt until it succeeds or fails for good: a conflict or a lost connection is retried.
 *
 * @param attempt Has no effect when it fails.
 * @throws What the last run threw.
 */
export type Retrying = <Result>(attempt: () => Promise<Result>) => Promise<Result>

/** Pauses grow from the first to the longest, in milliseconds. */
const pauses = {
  conflict: { first: 2, longest: 100 },
  connection: { first: 25, longest: 500 },
  other: { first: 0, longest: 0 },
} as const satisfies Record<FaultMeaning, unknown>

/** An attempt that has met so many conflicts runs alone in this process. */
const maxConflicts = 3

/**
 * Retries for one process. After its first conflict an attempt waits for the others that had one: a
 * hundred that all conflict with each other would otherwise run a thousand times. One that goes on
 * having conflicts runs alone, or it might never get through.
 */
export function createRetrying(limits: RetryLimits): Retrying {
  const oneAtATime = pLimit(1)
  const lock = createReadWriteLock()
  const maxMs: Readonly<Record<FaultMeaning, number>> = {
    conflict: limits.conflictMs,
    connection: limits.connectionMs,
    other: -1,
  }

  return async (attempt) => {
    const start = performance.now()
    let conflicts = 0
    const run = () => {
      if (conflicts >= maxConflicts) return lock.exclusive(attempt)
      return conflicts > 0 ? oneAtATime(() => lock.shared(attempt)) : lock.shared(attempt)
    }
    for (let failures = 0; ; failures += 1) {
      try {
        return await run()
      } catch (error) {
        const meaning = meaningOfFailure(error)
        const pause = pauseAfter(failures, meaning)
        if (performance.now() - start + pause > maxMs[meaning]) throw error
        if (meaning === 'conflict') conflicts += 1
        await sleep(pause)
      }
    }
  }
}

/**
 * Runs one serializable transaction, once.
 *
 * @throws {PortError} `timeout` when the connection was lost while it was committed: only the
 *   caller can find out whether it was, so that it is not for {@link Retrying}.
 */
export async function runTransaction<Result>(
  db: Kysely<Schema>,
  work: Queries<Result>,
): Promise<Result> {
  let isCommitting = false
  try {
    return await db
      .transaction()
      .setIsolationLevel('serializable')
      .execute(async (transaction) => {
        const result = await work(transaction)
        isCommitting = true
        return result
      })
  } catch (error) {
    const isLost = error instanceof PortError && meaningOfFailure(error) === 'connection'
    if (!isCommitting || !isLost) throw error
    throw new PortError(
      'store',
      'timeout',
      new Error('lost while committing', { cause: error.cause }),
    )
  }
}

/** At random, up to twice as much each time, so that attempts that conflicted do not meet again. */
function pauseAfter(failures: number, meaning: FaultMeaning): number {
  const { first, longest } = pauses[meaning]
  return Math.random() * Math.min(longest, first * 2 ** failures)
}
