import type { Clock } from '../ports/clock.ts'
import { secondsAfter } from './time.ts'

/** The longest step of the clock between two looks, in seconds, that does not count as a jump. */
export const longestStepSeconds = 5 * 60

/** Seconds after a jump for which a clock is not trusted. */
const distrustSeconds = 10 * 60

/** Tells whether a clock has jumped while it was looked at (T-97). */
export interface JumpWatch {
  /** Looks at the clock. To be called more often than every five minutes. */
  look(): void
  /** Looks at the clock. Whether it has jumped, ahead or back, within the last ten minutes by itself. */
  hasJumped(): boolean
}

/** Watches a clock. At its first look it is trusted. */
export function createJumpWatch(clock: Clock): JumpWatch {
  let lookedAt: Date | undefined
  let distrustedUntil: Date | undefined
  const look = () => {
    const now = clock.now()
    if (lookedAt && !isInStep(lookedAt, now)) distrustedUntil = secondsAfter(now, distrustSeconds)
    lookedAt = now
    return now
  }
  return {
    look,
    hasJumped() {
      const now = look()
      return distrustedUntil !== undefined && now < distrustedUntil
    },
  }
}

function isInStep(before: Date, now: Date): boolean {
  return (
    secondsAfter(before, -longestStepSeconds) <= now &&
    now <= secondsAfter(before, longestStepSeconds)
  )
}
