import { type IssuedToken, issueAccessToken } from '../../tokens/access-token.ts'
import type { StepWork } from '../login-work.ts'
import type { Effect } from '../machine-types.ts'

/** Issues another access token of a session, which remembers the latest expiry of all of them. */
export async function renewToken(
  { ports, settings, tx }: StepWork,
  { of: membership, session }: Effect<'renew_token'>,
): Promise<IssuedToken> {
  const { id: sessionId, client, authTime } = session
  const issued = issueAccessToken(ports, settings, { membership, sessionId, client, authTime })
  const { issuedAt, expiresAt } = issued
  if (issuedAt > session.issuedAt) await tx.sessions.update({ ...session, issuedAt, expiresAt })
  return issued
}
