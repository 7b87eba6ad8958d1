/** How long to wait before the service is asked again that did not answer. All moments are epoch milliseconds. */
export interface BackOff {
  /** Whether it is too early to ask. */
  isTooEarly(now: number): boolean
  /** Notes that the service did not answer. Each time in a row doubles the wait. */
  noteFailure(now: number): void
  /** Forgets all failures: the service has answered, or the connection is back. */
  reset(): void
}

/** Milliseconds to wait after the first failure, and at most. */
const shortestMs = 1000
const longestMs = 60_000

/**
 * Waits one second, then two, then four, up to a minute.
 *
 * @param random A number from 0 to 1. Up to half of each wait is left out by it, so that the tabs of all people do not
 * ask at the same moment when the service comes back.
 */
export function createBackOff(random: () => number): BackOff {
  let failures = 0
  let until = 0
  return {
    isTooEarly: (now) => now < until,
    noteFailure(now) {
      // Several callers may have waited for the same answer.
      if (now < until) return
      const wait = Math.min(longestMs, shortestMs * 2 ** failures)
      failures += 1
      until = now + wait * (1 - random() / 2)
    },
    reset() {
      failures = 0
      until = 0
    },
  }
}
