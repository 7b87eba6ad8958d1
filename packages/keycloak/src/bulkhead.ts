import type { PortError } from '@gatehouse/auth-core/ports'
import { bulkhead, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { isCut, StaleRequestError, toPortError, withPortErrors } from './failure.ts'

/** How many requests may go to Keycloak at once. */
export interface BulkheadLimits {
  /** The largest number of requests under way. */
  readonly concurrency: number
  /** The largest number of requests that wait for one of these to end; further ones fail at once. */
  readonly waiting: number
}

/** The load of a bulkhead. */
export interface BulkheadState {
  /** Requests that have been sent and not answered. */
  readonly underWay: number
  /** Requests that were not sent yet. */
  readonly waiting: number
  /** Whether the circuit is open: Keycloak counts as down, and no requests are sent. */
  readonly isOpen: boolean
}

/**
 * Bounds the requests of one kind, so that slow requests do not delay other kinds, and stops them for a while
 * when Keycloak is down.
 */
export interface Bulkhead {
  /**
   * Runs a request as soon as there is room for it.
   *
   * @param isWanted Called then; when it returns `false`, the request is not sent.
   * @throws {PortError} `unavailable` without a request when too many wait, Keycloak is down or the request
   * is no longer wanted.
   */
  run<Result>(request: () => Promise<Result>, isWanted?: () => boolean): Promise<Result>

  /** The current load, for metrics. */
  state(): BulkheadState
}

/** Faults in a row that count as an outage. */
const faultsInARow = 5

const secondsUntilNextTry = 5

/**
 * Connections that are cut so soon after a fault belong to it, in milliseconds: a network that breaks off cuts all of them,
 * and those that are kept for later show it when they are used again.
 */
const togetherMs = 1000

/**
 * Creates a bulkhead with its own circuit breaker.
 *
 * @param counts Whether a fault counts as Keycloak's; other faults neither open nor close the circuit.
 */
export function createBulkhead(
  { concurrency, waiting }: BulkheadLimits,
  counts: (error: unknown) => boolean = isOutage,
): Bulkhead {
  const toldAlready = new WeakSet<object>()
  let faultAt = Number.NEGATIVE_INFINITY

  async function ask<Result>(request: () => Promise<Result>): Promise<Result> {
    try {
      return await withPortErrors(request)
    } catch (error) {
      const now = performance.now()
      if (isCut(error) && now - faultAt < togetherMs) toldAlready.add(error as PortError)
      else if (counts(error)) faultAt = now
      throw error
    }
  }

  const isFault = (error: unknown) => !toldAlready.has(error as PortError) && counts(error)
  const breaker = circuitBreaker(handleWhen(isFault), {
    halfOpenAfter: secondsUntilNextTry * 1000,
    breaker: new ConsecutiveBreaker(faultsInARow),
  })
  const limit = bulkhead(concurrency, waiting)
  return {
    async run(request, isWanted = () => true) {
      try {
        return await limit.execute(async () => {
          // Outside the breaker: a late request is not a sign of an outage.
          if (!isWanted()) throw new StaleRequestError()
          return breaker.execute(() => ask(request))
        })
      } catch (error) {
        throw toPortError(error)
      }
    },
    state: () => ({
      underWay: concurrency - limit.executionSlots,
      waiting: waiting - limit.queueSlots,
      isOpen: breaker.state === CircuitState.Open,
    }),
  }
}

/** Whether an error is a sign of an outage. A refusal is not: Keycloak works if it answers. */
export function isOutage(error: unknown): boolean {
  return (error as PortError).failure !== 'rejected'
}
