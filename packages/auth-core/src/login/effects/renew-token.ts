import { later } from '../../lib/time.ts'
import { type IssuedToken, issueAccessToken } from '../../tokens/access-token.ts'
import type { RenewalWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'

/**
 * Issues another access token of a session, and records the latest expiry of all its tokens. After a change
 * of rights, the token gets an `iat` after the second in which tokens are stale.
 */
export async function renewToken(
  { ports, settings, tx, endings }: RenewalWork,
  { of: membership, session }: Effect<'renew_token'>,
): Promise<IssuedToken> {
  const { id: sessionId, client, authTime } = session
  const stale = endings.find(({ kind }) => kind === 'stale')
  const subject = { membership, sessionId, client, authTime, staleAt: stale?.at }
  const issued = issueAccessToken(ports, settings, subject)
  const { issuedAt } = issued
  if (issuedAt > session.issuedAt) {
    // Earlier tokens may outlive this one, since they may have been issued with a longer lifetime.
    const expiresAt = later(session.expiresAt, issued.expiresAt)
    const lastSeenAt = later(session.lastSeenAt, ports.clock.now())
    await tx.sessions.update({ ...session, issuedAt, expiresAt, lastSeenAt })
  }
  return issued
}
