import type { PortError } from '@gatehouse/auth-core/ports'
import { bulkhead, CircuitState, ConsecutiveBreaker, circuitBreaker, handleWhen } from 'cockatiel'
import { TurnMissedError, toPortError } from './failure.ts'

/** How much is asked of Keycloak at a time. */
export interface BulkheadLimits {
  /** Requests under way at most. */
  readonly concurrency: number
  /** Requests that may wait for their turn; what comes on top of them fails at once. */
  readonly waiting: number
}

/** How busy a lane is. */
export interface BulkheadState {
  readonly underWay: number
  readonly waiting: number
  /** Whether Keycloak counts as down, so that nothing is asked. */
  readonly isOpen: boolean
}

/** A way to Keycloak for one kind of request, so that slow ones do not hold up the others. */
export interface Bulkhead {
  /**
   * @param isWanted Asked when its turn has come; the work is not begun when it says no.
   * @throws {PortError} `unavailable` without asking when too many wait, Keycloak is down or the
   *   work is not wanted any more.
   */
  run<Result>(work: () => Promise<Result>, isWanted?: () => boolean): Promise<Result>

  /** For whoever watches it. */
  state(): BulkheadState
}

/** So many in a row tell an outage from a hiccup. */
const faultsInARow = 5

const secondsUntilNextTry = 5

/** Makes a lane with a bound on what is under way and a circuit breaker of its own. */
export function createBulkhead({ concurrency, waiting }: BulkheadLimits): Bulkhead {
  const breaker = circuitBreaker(handleWhen(isOutage), {
    halfOpenAfter: secondsUntilNextTry * 1000,
    breaker: new ConsecutiveBreaker(faultsInARow),
  })
  const turns = bulkhead(concurrency, waiting)
  return {
    async run(work, isWanted = () => true) {
      try {
        return await turns.execute(async () => {
          // Not within the breaker: to be late is no sign of an outage.
          if (!isWanted()) throw new TurnMissedError()
          return breaker.execute(() => inOurWords(work))
        })
      } catch (error) {
        throw toPortError(error)
      }
    },
    state: () => ({
      underWay: concurrency - turns.executionSlots,
      waiting: waiting - turns.queueSlots,
      isOpen: breaker.state === CircuitState.Open,
    }),
  }
}

async function inOurWords<Result>(work: () => Promise<Result>): Promise<Result> {
  try {
    return await work()
  } catch (error) {
    throw toPortError(error)
  }
}

/** A refusal is an answer: whoever gives it works. */
function isOutage(error: unknown): boolean {
  return (error as PortError).failure !== 'rejected'
}
