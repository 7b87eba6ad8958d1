import { setTimeout as sleep } from 'node:timers/promises'
import { statusOf, toPortError } from './failure.ts'

/**
 * Between attempts, in milliseconds. They outlast a realm that is being made or removed, and are
 * too few for one request to look like an outage, after which Keycloak is not asked for a while.
 */
const pausesMs = [250, 750, 2000]

/** What Keycloak answers, having undone everything, when its caches are behind its database. */
const transientFailures: ReadonlySet<unknown> = new Set([400, 500])

/** These, and what it answers when another process has just made what we were about to make. */
export const transientFailuresAndConflicts: ReadonlySet<unknown> = new Set([
  ...transientFailures,
  409,
])

/**
 * Does something about a realm, and does it again when Keycloak fails because another process or an
 * operator makes or removes a realm at the same moment. Each realm adds to the roles of `master`,
 * and what Keycloak caches of those may be out of date then (keycloak#8772, #12003).
 *
 * @param work When it is called again, it has to look at what is there already.
 * @param retried The statuses after which it is called again.
 * @throws What the last attempt failed with, or an attempt with another status.
 */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  retried = transientFailures,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!retried.has(statusOf(toPortError(error)))) throw error
    }
    // At random, or two that failed together would fail together again.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  return work()
}
