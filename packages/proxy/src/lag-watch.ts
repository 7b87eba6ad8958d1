/** When a process counts as late. */
export interface LagRules {
  /** How late its timers may be, in milliseconds; 500 unless it is set. */
  readonly maxLagMs?: number
  /** Milliseconds of a clock that is never set; that of the process unless it is given. */
  readonly now?: () => number
}

/** Knows whether the process keeps up with what it is asked. */
export interface LagWatch {
  /** Whether it has not kept up for a while: what comes now would wait for long. */
  isLate(): boolean
  /** Looks at the clock no more. */
  stop(): void
}

/** How often the clock is looked at, in milliseconds. */
const periodMs = 100

/** A single pause, to compile or to collect garbage, is no flood: so many in a row are. */
const inARow = 2

/**
 * Watches how late timers are. Requests beyond what a process can answer wait where it cannot see
 * them, and each of them makes all others wait. Those that may be refused are to be refused then (T-90).
 */
export function createLagWatch({
  maxLagMs = 500,
  now = () => performance.now(),
}: LagRules = {}): LagWatch {
  let late = 0
  let due = now() + periodMs
  const timer = setInterval(() => {
    const at = now()
    late = at - due > maxLagMs ? late + 1 : 0
    due = at + periodMs
  }, periodMs).unref()
  return {
    isLate: () => late >= inARow,
    stop: () => clearInterval(timer),
  }
}
