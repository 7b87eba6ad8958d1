import { secondsAfter } from '../lib/time.ts'

/** Seconds for which a login counts as recent. */
export const recentLoginSeconds = 10 * 60

/**
 * Whether a login is recent enough to lower a protection. A refreshed token keeps the time of its login, so
 * only another login makes it recent again.
 *
 * @param authTime `auth_time` of the token.
 */
export function isLoginRecent(authTime: Date, now: Date): boolean {
  return now <= secondsAfter(authTime, recentLoginSeconds)
}
