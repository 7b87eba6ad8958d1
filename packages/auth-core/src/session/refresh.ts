import { findOfferedMembership } from '../account/memberships.ts'
import { sessionState } from '../authorization/session-state.ts'
import { sessionEnd } from '../endings/session-end.ts'
import { countAgainst } from '../limits/throttle.ts'
import { loginContext } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticateThoughEnded } from '../tokens/access-token.ts'

/** An access token that has not expired. */
export interface RefreshCommand {
  /** The access token: any text. Secret. */
  readonly token: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/** A new token for the same session. */
export interface Refreshed {
  /** The kind of this outcome. */
  readonly kind: 'refreshed'
  /** The new access token. Secret. */
  readonly token: string
  /** Lifetime of the token in seconds. */
  readonly expiresIn: number
}

/**
 * Renews an access token (`POST /api/auth/refresh`): a full new lifetime, rights as they are now,
 * the same `source`, `tenant_id`, `sid` and `auth_time`. Whether the old one had expired is checked
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
  const presented = authenticateThoughEnded(ports, settings, { token, at: from.receivedAt })
  if (presented.kind === 'refused') return presented

  const { sessionId, userId: accountId, tenantId, source: client, authTime } = presented.claims
  return ports.store.transaction(async (tx) => {
    const membership = await findOfferedMembership(tx, settings, accountId)
    const session = await tx.sessions.find(sessionId)
    const isOver =
      membership !== undefined &&
      !(from.receivedAt < sessionEnd(settings, membership.tenant, authTime))
    const step = transition(
      sessionState(session),
      { kind: 'refresh_requested', membership, isOver },
      loginContext(settings, client),
    )
    const outcome = step.ok ? 'ok' : 'refused'
    const subject = { accountId, tenantId, client }
    await tx.auditLog.record(requestEvent(from, { kind: 'refreshed', outcome, ...subject }))
    if (!step.ok) return refused(step.refusal)
    const [renewal] = step.effects
    const renewed = await perform({ ports, settings, tx }, renewal)
    return { kind: 'refreshed', token: renewed.token, expiresIn: renewed.expiresIn }
  })
}
