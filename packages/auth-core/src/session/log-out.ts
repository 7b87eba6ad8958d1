import { sessionState } from '../authorization/session-state.ts'
import { countAgainst } from '../limits/throttle.ts'
import { loginContext } from '../login/login-work.ts'
import { transition } from '../login/machine.ts'
import { perform } from '../login/perform.ts'
import type { Ports } from '../ports/ports.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticateThoughEnded } from '../tokens/access-token.ts'

/** The access token to log out. */
export interface LogOutCommand {
  /** Any text. Secret. */
  readonly token: string
  /** Who asks, and when. */
  readonly from: Requester
}

/** The logout is on record. */
export interface LoggedOut {
  /** Says which outcome this is. */
  readonly kind: 'logged_out'
}

/**
 * Ends the session of a token (`POST /api/auth/logout`), and with it the login that it came of: its
 * session tokens open nothing any more. The token itself stays usable until its own expiry, as the
 * interface document has it, unless the operator has it otherwise; it is never refreshed again.
 * Doing it twice is the same as once.
 *
 * Refusals: `token_invalid`, `token_expired`, `rate_limited`.
 */
export async function logOut(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: LogOutCommand,
): Promise<LoggedOut | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const presented = authenticateThoughEnded(ports, settings, { token, at: from.receivedAt })
  if (presented.kind === 'refused') return presented
  const { sessionId, userId: accountId, tenantId, source: client } = presented.claims

  return ports.store.transaction(async (tx) => {
    const session = await tx.sessions.find(sessionId)
    const step = transition(
      sessionState(session),
      { kind: 'logout_requested' },
      loginContext(settings, client),
    )
    for (const effect of step.effects) await perform({ ports, settings, tx }, effect)
    const subject = { accountId, tenantId, client }
    await tx.auditLog.record(requestEvent(from, { kind: 'logged_out', ...subject }))
    return { kind: 'logged_out' }
  })
}
