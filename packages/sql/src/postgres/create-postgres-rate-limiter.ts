import type { CounterChange, RateLimiter } from '@gatehouse/auth-core/ports'
import type { Database } from '../database.ts'
import { counterKey } from '../rate-limits/counter-key.ts'
import { allowance } from './allowance.ts'
import type { CountedChange } from './counter-statements.ts'
import { createCounters } from './counters.ts'
import { createExhaustedCounters, type ExhaustedCounters } from './exhausted-counters.ts'
import { createOrderedSteps } from './ordered-steps.ts'

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
  const exhausted = createExhaustedCounters()

  return {
    async take(limit, key) {
      const id = counterKey(limit, key)
      const known = exhausted.recallRefusal(id, limit.points)
      if (known) return allowance(exhausted.count(id, known), false)
      // This query saves what was not saved, so no concurrent one may.
      const unsaved = exhausted.take(id)?.unsaved ?? 0
      const window = await counters.add(limit, key, unsaved + 1)
      const allowed = window.taken <= limit.points
      if (!allowed) exhausted.remember(id, window, exhausted.recall(id)?.unsaved ?? 0)
      return allowance(window, allowed)
    },

    async look(limit, key) {
      const id = counterKey(limit, key)
      const known = exhausted.recallRefusal(id, limit.points)
      if (known) return allowance(known, false)
      const window = await counters.read(limit, key)
      const unsaved = exhausted.recall(id)?.unsaved ?? 0
      const taken = window.taken + unsaved
      const allowed = taken < limit.points
      if (!allowed) exhausted.remember(id, { ...window, taken }, unsaved)
      return allowance({ ...window, taken }, allowed)
    },

    async refund(limit, key) {
      if (!exhausted.refund(counterKey(limit, key))) await counters.refund(limit, key)
    },

    async reset(limit, key) {
      exhausted.take(counterKey(limit, key))
      await counters.forget(limit, key)
    },

    takeInOrder: createOrderedSteps({ counters, exhausted }),

    change: (changes) => counters.change(changes.flatMap((change) => unsavedOf(exhausted, change))),
  }
}

/** What of a change is to be made in the database: nothing, while memory alone knows of it. */
function unsavedOf(exhausted: ExhaustedCounters, change: CounterChange): readonly CountedChange[] {
  const { kind, limit, key } = change
  const id = counterKey(limit, key)
  if (kind === 'refund') return exhausted.refund(id) ? [] : [{ ...change, operations: 1 }]
  const known = kind === 'take' && exhausted.recallRefusal(id, limit.points)
  if (known) {
    exhausted.count(id, known)
    return []
  }
  return [{ ...change, operations: (exhausted.take(id)?.unsaved ?? 0) + 1 }]
}
