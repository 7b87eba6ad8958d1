import type { CountedWindow } from './counters.ts'

/** The memory of a counter that has reached its limit. */
export interface ExhaustedCounter extends CountedWindow {
  /** Operations that were counted here, and are not in the database yet. */
  readonly unsaved: number
  /** Until this moment the database is not asked; epoch milliseconds. */
  readonly trustedUntil: number
}

/** Remembers counters that have reached their limits, by their keys in the database. */
export interface ExhaustedCounters {
  /** The remembered counter, while its window runs. */
  recall(id: string): ExhaustedCounter | undefined
  /** The remembered counter, if it is still trusted and also exhausted under this limit. */
  recallRefusal(id: string, points: number): ExhaustedCounter | undefined
  /** Remembers a counter as it is in the database, with what is not saved there. */
  remember(id: string, window: CountedWindow, unsaved: number): void
  /** Remembers again what was forgotten, and counted for nothing since. */
  putBack(id: string, counter: ExhaustedCounter): void
  /** Counts an operation that is refused. @returns The counter afterwards. */
  count(id: string, known: ExhaustedCounter): ExhaustedCounter
  /** Takes an operation back. @returns Whether that is all, since the database does not know of it. */
  refund(id: string): boolean
  /** Forgets a counter. @returns What was remembered: what of it is not saved, the caller has to save. */
  take(id: string): ExhaustedCounter | undefined
}

/** Milliseconds until a refund or reset by another replica takes effect here. */
const trustMs = 5_000

/** The largest number of remembered counters. Forgetting the oldest costs a query and its unsaved counts. */
const maxRemembered = 10_000

/** A memory in which no counter is exhausted. */
export function createExhaustedCounters(): ExhaustedCounters {
  const exhausted = new Map<string, ExhaustedCounter>()

  function recall(id: string): ExhaustedCounter | undefined {
    const known = exhausted.get(id)
    if (known && known.endsAt <= Date.now()) exhausted.delete(id)
    return exhausted.get(id)
  }

  return {
    recall,

    recallRefusal(id, points) {
      const known = recall(id)
      const now = Date.now()
      // Later than possible: the clock was set back.
      const isTrusted = known && now < known.trustedUntil && known.trustedUntil <= now + trustMs
      const isUsable = isTrusted && known.taken >= points
      return isUsable ? known : undefined
    },

    remember(id, window, unsaved) {
      exhausted.delete(id)
      exhausted.set(id, { ...window, unsaved, trustedUntil: Date.now() + trustMs })
      const [oldest] = exhausted.size > maxRemembered ? exhausted.keys() : []
      if (oldest !== undefined) exhausted.delete(oldest)
    },

    putBack(id, counter) {
      const meanwhile = recall(id)?.unsaved ?? 0
      exhausted.set(id, { ...counter, unsaved: counter.unsaved + meanwhile })
    },

    count(id, known) {
      const counted = { ...known, taken: known.taken + 1, unsaved: known.unsaved + 1 }
      exhausted.set(id, counted)
      return counted
    },

    refund(id) {
      const known = recall(id)
      if (!known) return false
      const isUnsaved = known.unsaved > 0
      const unsaved = isUnsaved ? known.unsaved - 1 : 0
      exhausted.set(id, { ...known, taken: known.taken - 1, unsaved })
      return isUnsaved
    },

    take(id) {
      const known = recall(id)
      exhausted.delete(id)
      return known
    },
  }
}
