import type { Allowance, RateLimiter } from '@gatehouse/auth-core/ports'
import type { Database } from '../database.ts'
import { counterKey } from '../rate-limits/counter-key.ts'
import { type CountedWindow, createCounters } from './counters.ts'

/** The memory of a counter that has reached its limit. */
interface ExhaustedCounter extends CountedWindow {
  /** Operations that were counted here, and are not in the database yet. */
  readonly unsaved: number
  /** Until this moment the database is not asked; epoch milliseconds. */
  readonly trustedUntil: number
}

/** Milliseconds until a refund or reset by another replica takes effect here. */
const trustMs = 5_000

/** The largest number of remembered counters. Forgetting the oldest costs a query and its unsaved counts. */
const maxRemembered = 10_000

/**
 * A {@link RateLimiter} in a PostgreSQL database that replicas share, which {@link migrate} has
 * brought up to date.
 *
 * A counter that has reached its limit is answered from memory for a few seconds, so that a flood
 * of requests does not reach the database. What is counted meanwhile is saved with the next
 * question.
 */
export function createPostgresRateLimiter(database: Database): RateLimiter {
  const counters = createCounters(database)
  const exhausted = new Map<string, ExhaustedCounter>()

  /** The remembered counter, while its window runs. */
  function recall(id: string): ExhaustedCounter | undefined {
    const known = exhausted.get(id)
    if (known && known.endsAt <= Date.now()) exhausted.delete(id)
    return exhausted.get(id)
  }

  /** The remembered counter, if it is still trusted and also exhausted under this limit. */
  function recallRefusal(id: string, points: number): ExhaustedCounter | undefined {
    const known = recall(id)
    const now = Date.now()
    // Later than possible: the clock was set back.
    const isTrusted = known && now < known.trustedUntil && known.trustedUntil <= now + trustMs
    const isUsable = isTrusted && known.taken >= points
    return isUsable ? known : undefined
  }

  function remember(id: string, window: CountedWindow, unsaved: number): void {
    exhausted.delete(id)
    exhausted.set(id, { ...window, unsaved, trustedUntil: Date.now() + trustMs })
    const [oldest] = exhausted.size > maxRemembered ? exhausted.keys() : []
    if (oldest !== undefined) exhausted.delete(oldest)
  }

  return {
    async take(limit, key) {
      const id = counterKey(limit, key)
      const known = recallRefusal(id, limit.points)
      if (known) {
        const counted = { ...known, taken: known.taken + 1, unsaved: known.unsaved + 1 }
        exhausted.set(id, counted)
        return allowance(counted, false)
      }
      const unsaved = recall(id)?.unsaved ?? 0
      // This query saves them, so no concurrent one may.
      exhausted.delete(id)
      const window = await counters.add(limit, key, unsaved + 1)
      const allowed = window.taken <= limit.points
      if (!allowed) remember(id, window, exhausted.get(id)?.unsaved ?? 0)
      return allowance(window, allowed)
    },

    async look(limit, key) {
      const id = counterKey(limit, key)
      const known = recallRefusal(id, limit.points)
      if (known) return allowance(known, false)
      const window = await counters.read(limit, key)
      const unsaved = recall(id)?.unsaved ?? 0
      const taken = window.taken + unsaved
      const allowed = taken < limit.points
      if (!allowed) remember(id, { ...window, taken }, unsaved)
      return allowance({ ...window, taken }, allowed)
    },

    async refund(limit, key) {
      const id = counterKey(limit, key)
      const known = recall(id)
      const isUnsaved = known !== undefined && known.unsaved > 0
      if (known) {
        const unsaved = isUnsaved ? known.unsaved - 1 : 0
        exhausted.set(id, { ...known, taken: known.taken - 1, unsaved })
      }
      if (!isUnsaved) await counters.refund(limit, key)
    },

    async reset(limit, key) {
      exhausted.delete(counterKey(limit, key))
      await counters.forget(limit, key)
    },
  }
}

function allowance({ taken, endsAt }: CountedWindow, allowed: boolean): Allowance {
  return { allowed, taken, retryAfter: Math.ceil(Math.max(0, endsAt - Date.now()) / 1000) }
}
