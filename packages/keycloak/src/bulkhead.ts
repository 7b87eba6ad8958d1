import type { PortError } from '@gatehouse/auth-core/ports'
import { bulkhead, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { StaleRequestError, toPortError, withPortErrors } from './failure.ts'

/** How much is asked of Keycloak at a time. */
export interface BulkheadLimits {
  /** Requests under way at most. */
  readonly concurrency: number
  /** Requests that may wait for one of these to end; what comes on top of them fails at once. */
  readonly waiting: number
}

/** How busy a bulkhead is. */
export interface BulkheadState {
  /** Requests that have been sent and not answered. */
  readonly underWay: number
  /** Requests that have not been sent. */
  readonly waiting: number
  /** Whether the circuit is open: Keycloak counts as down, and nothing is asked. */
  readonly isOpen: boolean
}

/**
 * Bounds the requests of one kind, so that slow ones do not hold up the others, and stops them for
 * a while when Keycloak is down.
 */
export interface Bulkhead {
  /**
   * Runs a request as soon as there is room for it.
   *
   * @param isWanted Asked then; the request is not sent when it says no.
   * @throws {PortError} `unavailable` without asking when too many wait, Keycloak is down or the
   *   request is not wanted any more.
   */
  run<Result>(request: () => Promise<Result>, isWanted?: () => boolean): Promise<Result>

  /** How busy it is now, for metrics. */
  state(): BulkheadState
}

/** So many in a row tell an outage from a hiccup. */
const faultsInARow = 5

const secondsUntilNextTry = 5

/**
 * A bulkhead with a circuit breaker of its own.
 *
 * @param counts Whether a fault counts as one of Keycloak's; others neither open nor close the circuit.
 */
export function createBulkhead(
  { concurrency, waiting }: BulkheadLimits,
  counts: (error: unknown) => boolean = isOutage,
): Bulkhead {
  const breaker = circuitBreaker(handleWhen(counts), {
    halfOpenAfter: secondsUntilNextTry * 1000,
    breaker: new ConsecutiveBreaker(faultsInARow),
  })
  const limit = bulkhead(concurrency, waiting)
  return {
    async run(request, isWanted = () => true) {
      try {
        return await limit.execute(async () => {
          // Not within the breaker: to be late is no sign of an outage.
          if (!isWanted()) throw new StaleRequestError()
          return breaker.execute(() => withPortErrors(request))
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

/** A refusal is an answer: a Keycloak that gives one works. */
export function isOutage(error: unknown): boolean {
  return (error as PortError).failure !== 'rejected'
}
