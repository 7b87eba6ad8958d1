import { setTimeout as sleep } from 'node:timers/promises'
import { statusOf, toPortError } from './failure.ts'

/**
 * Between attempts, in milliseconds. They outlast a realm that is being made or removed, and are too
 * few for one request to look like an outage, after which Keycloak is not asked for a while.
 */
const pausesMs = [250, 750, 2000]

/** What Keycloak answers, having undone everything, when its caches were behind its database. */
const stumbles: ReadonlySet<unknown> = new Set([400, 500])

/** The same, and that another process has just made what we were about to make. */
export const transientFailuresAndConflicts: ReadonlySet<unknown> = new Set([...stumbles, 409])

/**
 * Does something about a realm, and does it again when Keycloak trips over another realm that is
 * made or removed at the same moment, by another process or an operator: every realm is in the
 * roles of `master`, and what it knows of those may be out of date then (keycloak#8772, #12003).
 *
 * @param work Has to look what is there already when it is called again.
 * @param passing Statuses that are no more than that.
 */
export async function retryTransient<Result>(
  work: () => Promise<Result>,
  passing = stumbles,
): Promise<Result> {
  for (const pauseMs of pausesMs) {
    try {
      return await work()
    } catch (error) {
      if (!passing.has(statusOf(toPortError(error)))) throw error
    }
    // At random, or two who met once would meet again.
    await sleep(pauseMs * (0.5 + Math.random()))
  }
  return work()
}
