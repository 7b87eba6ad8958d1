import type { Allowance, RateLimiter } from '@gatehouse/auth-core/ports'
import type { Database } from '../database.ts'
import { counterKey } from '../rate-limits/counter-key.ts'
import { type CountedWindow, createCounters } from './counters.ts'

/** What is remembered of a counter that was used up. */
interface UsedUp extends CountedWindow {
  /** Counted here, and not in the database yet. */
  readonly untold: number
  /** Epoch milliseconds. Until then the database is not asked. */
  readonly trustedUntil: number
}

/** What another replica gives back or resets shows here after so long, in milliseconds. */
const trustMs = 5_000

/** The oldest are forgotten first: that costs a question, and what was untold of them. */
const maxRemembered = 10_000

/**
 * A {@link RateLimiter} in a PostgreSQL database that replicas share, which {@link migrate} has
 * brought up to date.
 *
 * A counter that was used up is answered from memory for a few seconds, so that a flood of requests
 * is no flood of the database. What is counted meanwhile is told with the next question.
 */
export function createPostgresRateLimiter(database: Database): RateLimiter {
  const counters = createCounters(database)
  const usedUp = new Map<string, UsedUp>()

  /** What is remembered, as long as its window runs. */
  function recall(id: string): UsedUp | undefined {
    const known = usedUp.get(id)
    if (known && known.endsAt <= Date.now()) usedUp.delete(id)
    return usedUp.get(id)
  }

  /** What answers without a question: it is still trusted, and used up under this limit too. */
  function recallRefusal(id: string, points: number): UsedUp | undefined {
    const known = recall(id)
    const isGood = known && known.taken >= points && Date.now() < known.trustedUntil
    return isGood ? known : undefined
  }

  function remember(id: string, window: CountedWindow, untold: number): void {
    usedUp.delete(id)
    usedUp.set(id, { ...window, untold, trustedUntil: Date.now() + trustMs })
    const [oldest] = usedUp.size > maxRemembered ? usedUp.keys() : []
    if (oldest !== undefined) usedUp.delete(oldest)
  }

  return {
    async take(limit, key) {
      const id = counterKey(limit, key)
      const known = recallRefusal(id, limit.points)
      if (known) {
        const counted = { ...known, taken: known.taken + 1, untold: known.untold + 1 }
        usedUp.set(id, counted)
        return allowance(counted, false)
      }
      const untold = recall(id)?.untold ?? 0
      // Taken along by this question, and by no other that is asked meanwhile.
      usedUp.delete(id)
      const window = await counters.add(limit, key, untold + 1)
      const allowed = window.taken <= limit.points
      if (!allowed) remember(id, window, usedUp.get(id)?.untold ?? 0)
      return allowance(window, allowed)
    },

    async look(limit, key) {
      const id = counterKey(limit, key)
      const known = recallRefusal(id, limit.points)
      if (known) return allowance(known, false)
      const window = await counters.read(limit, key)
      const untold = recall(id)?.untold ?? 0
      const taken = window.taken + untold
      const allowed = taken < limit.points
      if (!allowed) remember(id, { ...window, taken }, untold)
      return allowance({ ...window, taken }, allowed)
    },

    async refund(limit, key) {
      const id = counterKey(limit, key)
      const known = recall(id)
      const isUntold = known !== undefined && known.untold > 0
      if (known) {
        const untold = isUntold ? known.untold - 1 : 0
        usedUp.set(id, { ...known, taken: known.taken - 1, untold })
      }
      if (!isUntold) await counters.refund(limit, key)
    },

    async reset(limit, key) {
      usedUp.delete(counterKey(limit, key))
      await counters.forget(limit, key)
    },
  }
}

function allowance({ taken, endsAt }: CountedWindow, allowed: boolean): Allowance {
  return { allowed, taken, retryAfter: Math.ceil(Math.max(0, endsAt - Date.now()) / 1000) }
}
