/** How many operations are allowed in a window of time. */
export interface Limit {
  /** The name of the counter; equal name and key share one count. */
  readonly name: string
  /** The number of operations of one key that are allowed in one window. */
  readonly points: number
  /** The length of a window. */
  readonly seconds: number
}

/** The answer of a limiter about one operation. */
export interface Allowance {
  /** Whether the operation is within the limit. */
  readonly allowed: boolean
  /** The number of operations counted in the current window, including this one. */
  readonly taken: number
  /** Whole seconds until the window ends, rounded up; never more than the limit's `seconds`. */
  readonly retryAfter: number
}

/** A counter, and the limit that it is held against. */
export interface LimitedCounter {
  /** The limit, whose name is part of the counter's. */
  readonly limit: Limit
  /** What is counted for. */
  readonly key: string
}

/** One of several questions to a limiter that follow each other. */
export interface LimiterStep extends LimitedCounter {
  /** `take` counts one operation; `look` only looks whether one more would be allowed. */
  readonly kind: 'take' | 'look'
  /** Left out when this counter counts something. */
  readonly unless?: LimitedCounter
}

/** A change of a counter whose count does not matter. */
export interface CounterChange extends LimitedCounter {
  /** Named after the method of {@link RateLimiter} that does the same. */
  readonly kind: 'take' | 'refund' | 'reset'
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

  /**
   * Reads without counting. `taken` is the count so far; `allowed` tells whether one more would be allowed.
   */
  look(limit: Limit, key: string): Promise<Allowance>

  /** Takes one operation back that should not count. Never goes below zero. */
  refund(limit: Limit, key: string): Promise<void>

  /** Sets the count to zero. */
  reset(limit: Limit, key: string): Promise<void>

  /**
   * Takes the steps in their order, and stops behind the first that is not allowed: the steps behind it have
   * no effect in the end. No counter may be taken twice. Where an adapter leaves it out, each step is a call
   * of its own; with a network in between it is worth having.
   *
   * @returns The answers, up to the one that is not allowed; `null` for each step that was left out.
   */
  takeInOrder?(steps: readonly LimiterStep[]): Promise<readonly (Allowance | null)[]>

  /**
   * Makes changes in their order. If it fails, any of them may have been made. Where an adapter leaves it out,
   * each change is a call of its own.
   */
  change?(changes: readonly CounterChange[]): Promise<void>
}
