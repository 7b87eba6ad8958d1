import { setTimeout as sleep } from 'node:timers/promises'
import { statusOf, toPortError } from './failure.ts'

/**
 * Pauses between attempts, in milliseconds. Together they are longer than creating or removing a realm, and
 * they are so few that one request cannot look like an outage.
 */
const pausesMs = [250, 750, 2000]

/** Statuses with which Keycloak fails, without an effect, when its caches are older than its database. */
const transientFailures: ReadonlySet<unknown> = new Set([400, 500])

/** The same, and the status for something that another process has just created. */
export const transientFailuresAndConflicts: ReadonlySet<unknown> = new Set([
  ...transientFailures,
  409,
])

/**
 * Runs work on a realm, and repeats it when Keycloak fails because a realm is being created or removed at the
 * same moment. Each realm adds roles to `master`, and Keycloak's cache of them may be out of date then
 * (keycloak#8772, #12003).
 *
 * @param work It may run again, and must then check what exists already.
 * @param retried The statuses after which it runs again.
 * @throws The error of the last attempt, or of an attempt that failed with another status.
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
    // Random, so that two processes that failed together do not fail together again.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  return work()
}
