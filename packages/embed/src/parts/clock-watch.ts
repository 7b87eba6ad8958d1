import type { WorkLog } from './work-log.ts'

/** The difference in seconds from which an operator is warned. */
const warnSeconds = 2

/** From this difference in seconds on, replicas refuse each other's tokens and take live leases. */
const maxSkewSeconds = 5

/** Tells whether the clock of this machine agrees with the database's. */
export interface ClockWatch {
  /** Compares the two. @throws {PortError} When the database does not answer. */
  check(): Promise<void>
  /** Seconds by which this machine was ahead at the last comparison; negative when behind. */
  skewSeconds(): number
  /** @throws {Error} When the difference is too large to serve beside others. */
  assertInStep(): void
}

/** What comparing needs. */
export interface ClockWatchOptions {
  /** Seconds by which this machine is ahead now. */
  readonly readSkew: () => Promise<number>
  /** Logs each time that the difference is too large, and once when it no longer is. */
  readonly log: Pick<WorkLog, 'warn' | 'info'>
}

/**
 * Compares clocks, since the processes on one database rely on them (F-8): leases, notes of life and
 * tokens are dated by the one and checked by the other.
 */
export function createClockWatch({ readSkew, log }: ClockWatchOptions): ClockWatch {
  let skew = 0
  let isWarned = false
  return {
    async check() {
      skew = await readSkew()
      const isWrong = Math.abs(skew) >= warnSeconds
      if (isWrong) {
        log.warn({ ahead_seconds: skew }, "this clock differs from the database's: use NTP on both")
      } else if (isWarned) log.info({}, "this clock goes as the database's again")
      isWarned = isWrong
    },
    skewSeconds: () => skew,
    assertInStep() {
      if (Math.abs(skew) >= maxSkewSeconds) throw new Error('the clock is wrong')
    },
  }
}
