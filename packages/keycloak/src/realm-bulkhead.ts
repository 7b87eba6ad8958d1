import {
  type Bulkhead,
  type BulkheadLimits,
  type BulkheadState,
  createBulkhead,
  isOutage,
} from './bulkhead.ts'
import { withPortErrors } from './failure.ts'

/** A bulkhead for requests to many realms, where one hanging realm does not stop the others (F-11). */
export interface RealmBulkhead {
  /**
   * Runs a request to a realm as soon as there is room for it.
   *
   * @throws {PortError} `unavailable` without asking when too many wait, or when the realm or all of
   *   Keycloak counts as down.
   */
  run<Result>(realm: string, request: () => Promise<Result>): Promise<Result>

  /** The current load, for metrics; `isOpen` when all of Keycloak counts as down. */
  state(): BulkheadState
}

/** One realm gets at most one of so many parts of the places. */
const shares = 4

/**
 * Each realm has its own bulkhead and circuit breaker, within the common ones. Faults of one realm in a row
 * count once for all of Keycloak: perhaps only that realm fails, for instance because its users come from
 * another system.
 */
export function createRealmBulkhead({ concurrency, waiting }: BulkheadLimits): RealmBulkhead {
  const share = {
    concurrency: Math.ceil(concurrency / shares),
    waiting: Math.ceil(waiting / shares),
  }
  const repeated = new WeakSet<object>()
  const whole = createBulkhead(
    { concurrency, waiting },
    (error) => isOutage(error) && !repeated.has(error as Error),
  )
  const realms = new Map<string, Bulkhead>()
  let lastFaulty: string | undefined

  async function ask<Result>(realm: string, request: () => Promise<Result>): Promise<Result> {
    try {
      const answer = await withPortErrors(request)
      lastFaulty = undefined
      return answer
    } catch (error) {
      if (lastFaulty === realm) repeated.add(error as Error)
      if (isOutage(error)) lastFaulty = realm
      throw error
    }
  }

  function bulkheadOf(realm: string): Bulkhead {
    const known = realms.get(realm)
    if (known) return known
    const made = createBulkhead(share)
    realms.set(realm, made)
    return made
  }

  return {
    async run(realm, request) {
      const own = bulkheadOf(realm)
      const answer = await own.run(() => whole.run(() => ask(realm, request)))
      // Only realms with failures since their last success have to be remembered.
      const { underWay, waiting: queued } = own.state()
      if (underWay + queued === 0) realms.delete(realm)
      return answer
    },
    state() {
      const states = [...realms.values()].map((one) => one.state())
      const sum = states.reduce((total, one) => total + one.waiting, 0)
      const { underWay, waiting: queued, isOpen } = whole.state()
      return { underWay, waiting: queued + sum, isOpen }
    },
  }
}
