import { secondsAfter } from '../lib/time.ts'
import type { OneTimeToken } from '../records/one-time-token.ts'

/** Seconds for which a repeated request sends no second mail; the first mail stays valid (T-53). */
const coolDownSeconds = 60

/** Whether the account's newest link is too young for another mail. */
export function isCoolingDown({ createdAt }: OneTimeToken, now: Date): boolean {
  return now < secondsAfter(createdAt, coolDownSeconds)
}
