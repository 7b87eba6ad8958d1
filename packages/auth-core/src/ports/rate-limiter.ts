/** How many operations are allowed in which time. */
export interface Limit {
  /** Names the counter; the same name and key share one count. */
  readonly name: string
  /** How many operations of one key are allowed in one window. */
  readonly points: number
  /** The length of a window. */
  readonly seconds: number
}

/** What a limiter says of one operation. */
export interface Allowance {
  /** Whether the operation is within the limit. */
  readonly allowed: boolean
  /** How many were taken in the running window, this one included. */
  readonly taken: number
  /** Whole seconds until the window ends, rounded up; never more than the limit's `seconds`. */
  readonly retryAfter: number
}

/**
 * Counts operations in fixed windows; a window begins with its first operation. Counting is
 * atomic: of any number of concurrent calls exactly `points` are allowed.
 *
 * A window that would end later than one that begins now was begun by a clock that is set back since:
 * its end is moved to where one that begins now ends, and its count stays.
 *
 * All methods throw a {@link PortError} `rate_limiter` when the counters cannot be reached.
 *
 * Contract: `rateLimiterContract` in `@gatehouse/auth-core/contracts`.
 */
export interface RateLimiter {
  /** Counts one operation and says whether it is within the limit. */
  take(limit: Limit, key: string): Promise<Allowance>

  /** Looks without counting. `taken` is what was counted so far; `allowed`: one more would be. */
  look(limit: Limit, key: string): Promise<Allowance>

  /** Takes one operation back, for one that turned out not to count. Never below zero. */
  refund(limit: Limit, key: string): Promise<void>

  /** Forgets what was counted. */
  reset(limit: Limit, key: string): Promise<void>
}
