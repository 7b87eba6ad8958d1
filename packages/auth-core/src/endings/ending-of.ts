import { later, secondsAfter } from '../lib/time.ts'
import type { Ending } from '../records/ending.ts'
import type { Session } from '../records/session.ts'
import type { AuthSettings } from '../settings.ts'

/**
 * What ends a session, or makes its tokens stale, for all replicas.
 *
 * Tokens are stale up to the newest one that was issued, whatever the clock says: by one that is ahead they would be
 * stale up to a moment to come, and the next token, which has to be issued after it, would not be valid yet elsewhere.
 *
 * @param session As it is in the transaction that ends it, so that no token of it is missed.
 */
export function endingOf(
  session: Pick<Session, 'id' | 'issuedAt' | 'expiresAt'>,
  kind: Ending['kind'],
  now: Date,
): Ending {
  return {
    subject: 'session',
    id: session.id,
    kind,
    at: kind === 'stale' ? session.issuedAt : now,
    until: session.expiresAt,
  }
}

/** The largest difference between the clocks of two replicas, in seconds. */
const clockSkewSeconds = 60

/**
 * What ends a login: its session tokens, and the codes that it waits for.
 *
 * @param issuedAt When the newest token of its sessions was issued, as far as is known.
 */
export function endingOfLogin(
  { loginId, issuedAt }: Pick<Session, 'loginId' | 'issuedAt'>,
  { sessionTokenSeconds, otpSeconds }: Pick<AuthSettings, 'sessionTokenSeconds' | 'otpSeconds'>,
  now: Date,
): Ending {
  const longest = Math.max(sessionTokenSeconds, otpSeconds) + clockSkewSeconds
  return {
    subject: 'login',
    id: loginId,
    kind: 'ended',
    at: now,
    // By a clock that is behind it would be over before its tokens are.
    until: secondsAfter(later(now, issuedAt), longest),
  }
}
