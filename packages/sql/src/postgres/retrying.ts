import { setTimeout as sleep } from 'node:timers/promises'
import { PortError } from '@gatehouse/auth-core/ports'
import type { Kysely } from 'kysely'
import { createConcurrencyLimit } from '../concurrency-limit.ts'
import type { Queries } from '../database.ts'
import type { Schema } from '../schema.ts'
import { type FaultMeaning, meaningOfFailure } from './postgres-fault.ts'
import { createReadWriteLock } from './read-write-lock.ts'

/** How long something is tried again before it fails, in milliseconds. */
export interface Patience {
  /** With others that get in the way. */
  readonly conflict: number
  /** With a server that is away. */
  readonly connection: number
}

/** Runs an attempt until it succeeds or fails for good. It must have no effect when it fails. */
export type Retrying = <Result>(attempt: () => Promise<Result>) => Promise<Result>

/** Pauses grow from the first to the longest, in milliseconds. */
const pauses = {
  conflict: { first: 2, longest: 100 },
  connection: { first: 25, longest: 500 },
  other: { first: 0, longest: 0 },
} as const satisfies Record<FaultMeaning, unknown>

/** Whoever has met others as often as this runs alone in this process. */
const maxConflicts = 3

/**
 * For what conflicted with others or lost its connection. Those that met others take turns from then
 * on: a hundred that all meet each other would otherwise run a thousand times. One that goes on
 * meeting others runs alone, lest it never get through.
 */
export function createRetrying(patience: Patience): Retrying {
  const takeTurns = createConcurrencyLimit(1)
  const lock = createReadWriteLock()
  const patienceWith = (meaning: FaultMeaning) => (meaning === 'other' ? -1 : patience[meaning])

  return async (attempt) => {
    const start = performance.now()
    let conflicts = 0
    const run = () => {
      if (conflicts >= maxConflicts) return lock.exclusive(attempt)
      return conflicts > 0 ? takeTurns(() => lock.shared(attempt)) : lock.shared(attempt)
    }
    for (let failures = 0; ; failures += 1) {
      try {
        return await run()
      } catch (error) {
        const meaning = meaningOfFailure(error)
        const pause = pauseAfter(failures, meaning)
        if (performance.now() - start + pause > patienceWith(meaning)) throw error
        if (meaning === 'conflict') conflicts += 1
        await sleep(pause)
      }
    }
  }
}

/**
 * Runs one serializable transaction, once.
 *
 * @throws {PortError} `timeout` when the connection was lost while it was committed: only who asked
 *   for it can find out whether it was, so that it is not for {@link Retrying}.
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

/** Anything from nothing to twice as much each time, so that those who met do not meet again. */
function pauseAfter(failures: number, meaning: FaultMeaning): number {
  const { first, longest } = pauses[meaning]
  return Math.random() * Math.min(longest, first * 2 ** failures)
}
