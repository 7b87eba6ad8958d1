import type { Clock } from '@gatehouse/auth-core/ports'

/** The clock of the machine. */
export function createSystemClock(): Clock {
  return { now: () => new Date() }
}
