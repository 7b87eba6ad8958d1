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
  /** The access token: any text. Secret. */
  readonly token: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/** The logout is recorded. */
export interface LoggedOut {
  /** The kind of this outcome. */
  readonly kind: 'logged_out'
}

/**
 * Ends the session of a token (`POST /api/auth/logout`), and its login, whose session tokens stop working.
 * The access token stays usable until it expires (interface document), unless the operator's settings end it;
 * it is never refreshed again. A repeated logout changes nothing.
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
