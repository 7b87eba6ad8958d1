import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { openProof } from '../tokens/session-token.ts'
import { offeredBy } from './offered-by.ts'

/** The session token of a login. */
export interface ListTenantsQuery {
  /** The session token as a login issued it. Secret. */
  readonly sessionToken: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** The organizations that the token opens now. */
export interface TenantsListed {
  /** The kind of this outcome. */
  readonly kind: 'tenants'
  /** The accounts and their organizations; at least one. */
  readonly offered: readonly Membership[]
}

/**
 * Lists the tenants that the holder of a session token can choose (`POST /api/auth/tenants`). After a
 * provider's login, the workspace picker has only this token.
 *
 * Refusals: `session_token_invalid`, `rate_limited`.
 */
export async function listTenants(
  ports: Ports,
  settings: AuthSettings,
  { sessionToken, from }: ListTenantsQuery,
): Promise<TenantsListed | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const proof = openProof(ports, settings, { token: sessionToken, at: from.receivedAt })
  if (!proof) return refused('session_token_invalid')
  const terms = { settings, at: from.receivedAt }
  const offered = await ports.store.transaction((tx) => offeredBy(tx, proof, terms))
  // What the token proves is no longer valid: treat the token as expired (T-14).
  return offered.length === 0 ? refused('session_token_invalid') : { kind: 'tenants', offered }
}
