import { findActiveMembership } from '../account/memberships.ts'
import { secondsAfter } from '../lib/time.ts'
import { countAgainst } from '../limits/throttle.ts'
import { type LoginState, transition } from '../login/machine.ts'
import { loginContext } from '../login/outcome.ts'
import type { Ports } from '../ports/index.ts'
import type { Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Session } from '../records/session.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticate, issueAccessToken } from '../tokens/access-token.ts'

/** An access token that has not expired. */
export interface RefreshCommand {
  readonly token: string
  readonly from: Requester
}

/** A new token for the same session. */
export interface Refreshed {
  readonly kind: 'refreshed'
  readonly token: string
  /** Seconds. */
  readonly expiresIn: number
}

/**
 * Renews an access token (`POST /api/auth/refresh`): a full new lifetime, rights as they are now,
 * the same `source`, `tenant_id`, `sid` and `auth_time`. Whether the old one had expired is judged
 * by when the request arrived (T-41). Any number of parallel refreshes succeed.
 *
 * Refusals: `token_invalid`, `token_expired`; `session_ended` after logout, a password change,
 * a disabled account or tenant, or the longest session; `rate_limited`.
 */
export async function refresh(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: RefreshCommand,
): Promise<Refreshed | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const presented = authenticate(ports, settings, { token, at: from.receivedAt })
  if (presented.kind === 'refused') return presented

  const { userId, sessionId, authTime } = presented.claims
  return ports.store.transaction(async (tx) => {
    const membership = await findActiveMembership(tx, userId)
    const session = await tx.sessions.find(sessionId)
    const isOver = from.receivedAt >= secondsAfter(authTime, settings.maxSessionSeconds)
    const state = sessionState(session, membership, isOver)
    const context = loginContext(settings, presented.claims.source)
    const step = transition(state, { kind: 'refresh_requested' }, context)
    const { tenantId, source: client } = presented.claims
    const outcome = step.ok ? 'ok' : 'refused'
    const subject = { accountId: userId, tenantId, client }
    await tx.auditLog.record(requestEvent(from, { kind: 'refreshed', outcome, ...subject }))
    if (!step.ok) return refused(step.refusal)
    if (!session || !membership) return refused('session_ended')

    const issued = issueAccessToken(ports, settings, { membership, sessionId, client, authTime })
    if (issued.issuedAt > session.issuedAt) {
      const { issuedAt, expiresAt } = issued
      await tx.sessions.update({ ...session, issuedAt, expiresAt })
    }
    return { kind: 'refreshed', token: issued.token, expiresIn: issued.expiresIn }
  })
}

/** Where the holder of a valid token stands, as our records have it now. */
function sessionState(
  session: Session | undefined,
  membership: Membership | undefined,
  isOver: boolean,
): LoginState {
  if (!session || session.endedAt || !membership || isOver) return { kind: 'logged_out' }
  return { kind: 'authenticated', chosen: membership, offered: [membership] }
}
