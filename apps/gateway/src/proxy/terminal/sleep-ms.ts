/** The longest delay of a timer: a longer one fires at once (T-78). */
const longestMs = 2 ** 31 - 1

/**
 * How long to sleep towards a moment, in milliseconds. For a moment far away this is only a part of
 * the way: who wakes looks at the clock and sleeps on.
 */
export function sleepMs(until: Date, now: Date): number {
  return Math.min(Math.max(until.getTime() - now.getTime(), 0), longestMs)
}
