import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticateThoughEnded } from '../tokens/access-token.ts'
import { endByLogout } from './end-by-logout.ts'

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
  return ports.store.transaction(async (tx) => {
    await endByLogout({ ports, settings, tx, from }, presented.claims)
    return { kind: 'logged_out' }
  })
}
