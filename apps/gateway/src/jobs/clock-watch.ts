import type { Logger } from 'pino'

/** From this many seconds of difference on an operator is warned. */
const warnSeconds = 2

/** From this many seconds on replicas refuse each other's tokens, and take over what is not dead. */
const maxSkewSeconds = 5

/** Whether the clock of this machine goes as the database's does. */
export interface ClockWatch {
  /** Compares the two. @throws {PortError} When the database does not answer. */
  check(): Promise<void>
  /** Seconds by which this machine is ahead, as last compared; below zero when it is behind. */
  skewSeconds(): number
  /** @throws {Error} When the difference is too large to serve beside others. */
  assertInStep(): void
}

/** What comparing works through. */
interface ClockWatchOptions {
  /** Seconds by which this machine is ahead now. */
  readonly readSkew: () => Promise<number>
  /** Takes a line each time that the difference is too large, and one when it no longer is. */
  readonly log: Pick<Logger, 'warn' | 'info'>
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
      } else if (isWarned) log.info("this clock goes as the database's again")
      isWarned = isWrong
    },
    skewSeconds: () => skew,
    assertInStep() {
      if (Math.abs(skew) >= maxSkewSeconds) throw new Error('the clock is wrong')
    },
  }
}
