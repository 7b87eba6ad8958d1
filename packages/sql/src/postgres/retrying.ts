import { setTimeout as sleep } from 'node:timers/promises'
import pLimit from 'p-limit'
import { type FaultMeaning, meaningOfFailure } from './postgres-fault.ts'
import { createReadWriteLock } from './read-write-lock.ts'

/** Milliseconds from the first run in which an attempt is repeated. */
export interface RetryLimits {
  /** The limit after conflicts with other transactions. */
  readonly conflictMs: number
  /** The limit while the server is unreachable. */
  readonly connectionMs: number
}

/**
 * Runs an attempt until it succeeds or fails for good: it is retried after a conflict or a lost connection.
 *
 * @param attempt Must have no effect when it fails.
 * @throws The error of the last run.
 */
export type Retrying = <Result>(attempt: () => Promise<Result>) => Promise<Result>

/** Pauses grow from the first to the longest, in milliseconds. */
const pauses = {
  conflict: { first: 2, longest: 100 },
  connection: { first: 25, longest: 500 },
  other: { first: 0, longest: 0 },
} as const satisfies Record<FaultMeaning, unknown>

/** After so many conflicts an attempt runs alone in this process. */
const maxConflicts = 3

/**
 * Retries for one process. After its first conflict, an attempt waits for others with conflicts: a hundred
 * conflicting ones would otherwise run a thousand times. After several conflicts it runs alone, or it might
 * never succeed.
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

/** A random pause that doubles each time, so that conflicting attempts do not meet again. */
function pauseAfter(failures: number, meaning: FaultMeaning): number {
  const { first, longest } = pauses[meaning]
  return Math.random() * Math.min(longest, first * 2 ** failures)
}
