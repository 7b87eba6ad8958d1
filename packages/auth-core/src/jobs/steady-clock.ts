import { secondsAfter } from '../lib/time.ts'
import type { Clock } from '../ports/clock.ts'

/** The clock has to have gone on like this, in seconds, before what has expired by it is removed. */
const steadySeconds = 10 * 60

/** Between two looks the clock may go on by this much, in seconds, without having jumped. */
const longestStepSeconds = 5 * 60

/** Whether the clock is to be trusted with what is gone for good. */
export interface SteadyClock {
  /** Looks at the clock. To be called every minute or so. */
  look(): void
  /** Whether it has gone on for ten minutes without a jump, as far as it was looked at. */
  isSteady(): boolean
}

/**
 * Tells a clock that jumped (T-97): what one that is months ahead for some seconds says to be over
 * must not be removed. At the start, and after each jump, ten minutes have to pass.
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
