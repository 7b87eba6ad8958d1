import { longestStepSeconds } from '../lib/jump-watch.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Clock } from '../ports/clock.ts'

/** Seconds for which the clock has to run without a jump before expired records are removed by it. */
const steadySeconds = 10 * 60

/** Tells whether the clock can be trusted for removing records for good. */
export interface SteadyClock {
  /** Looks at the clock. To be called about every minute. */
  look(): void
  /** Whether the clock has run for ten minutes without a jump between two looks. */
  isSteady(): boolean
}

/**
 * Detects a clock that jumped (T-97). A clock that is months ahead for some seconds must not cause removals.
 * After the start and after each jump, ten minutes have to pass.
 */
export function createSteadyClock(clock: Clock): SteadyClock {
  let lookedAt: Date | undefined
  let steadySince: Date | undefined
  const inStep = (now: Date) =>
    lookedAt !== undefined && lookedAt <= now && now <= secondsAfter(lookedAt, longestStepSeconds)
  return {
    look() {
      const now = clock.now()
      if (!inStep(now)) steadySince = now
      lookedAt = now
    },
    isSteady() {
      const now = clock.now()
      return (
        inStep(now) && steadySince !== undefined && now >= secondsAfter(steadySince, steadySeconds)
      )
    },
  }
}
