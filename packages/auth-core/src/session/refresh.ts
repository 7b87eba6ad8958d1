import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Requester } from '../records/client.ts'
import type { Refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { authenticateThoughEnded } from '../tokens/access-token.ts'
import { renewSession } from './renew-session.ts'

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

  return ports.store.transaction(async (tx) => {
    const renewed = await renewSession({ ports, settings, tx, from }, presented.claims)
    if (renewed.kind === 'refused') return renewed
    const { token: next, expiresIn } = renewed.issued
    return { kind: 'refreshed', token: next, expiresIn }
  })
}
