import { secondsAfter } from '../lib/time.ts'
import type { OneTimeToken } from '../records/one-time-token.ts'

/** Within this time a repeated request sends nothing, and the first mail stays good (T-53). */
const coolDownSeconds = 60

/** Whether an account's newest link is so young that another request sends nothing. */
export function isCoolingDown({ createdAt }: OneTimeToken, now: Date): boolean {
  return now < secondsAfter(createdAt, coolDownSeconds)
}
