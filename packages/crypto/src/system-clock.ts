import type { Clock } from '@gatehouse/auth-core'

/** The clock of the machine. */
export function createSystemClock(): Clock {
  return { now: () => new Date() }
}
