import type { Clock } from '../../src/ports/index.ts'

/** A clock that stands still until a test moves it. */
export interface FixedClock extends Clock {
  /** Moves on by so many seconds; fractions count. */
  advance(seconds: number): void
}

/** Makes a clock that stands at `start`. */
export function createFixedClock(start: Date): FixedClock {
  let time = start.getTime()
  return {
    now: () => new Date(time),
    advance: (seconds) => {
      time += seconds * 1000
    },
  }
}
