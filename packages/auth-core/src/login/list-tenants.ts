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
  /** As a login gave it. */
  readonly sessionToken: string
  /** Who asks. */
  readonly from: Requester
}

/** The organizations that the token opens now. */
export interface TenantsListed {
  /** Says which outcome this is. */
  readonly kind: 'tenants'
  /** At least one. */
  readonly offered: readonly Membership[]
}

/**
 * The tenants among which the holder of a session token can choose (`POST /api/auth/tenants`). A
 * workspace picker that is reached from a provider has nothing but the token.
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
  // Nothing that the token proves counts any more: it is as good as expired (T-14).
  return offered.length === 0 ? refused('session_token_invalid') : { kind: 'tenants', offered }
}
