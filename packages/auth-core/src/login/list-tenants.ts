import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/index.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { openProof } from '../tokens/session-token.ts'
import { offeredBy } from './offered-by.ts'

/** The session token of a login, whoever brought it to the page that asks. */
export interface ListTenantsQuery {
  readonly sessionToken: string
  readonly from: Requester
}

/** What the token opens now. */
export interface TenantsListed {
  readonly kind: 'tenants'
  readonly offered: readonly Membership[]
}

/**
 * Says among which tenants the holder of a session token can choose (`POST /api/auth/tenants`): a
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
  const offered = await ports.store.transaction((tx) => offeredBy(tx, proof))
  // Nothing that was proven holds any more: the token is as good as expired (T-14).
  return offered.length === 0 ? refused('session_token_invalid') : { kind: 'tenants', offered }
}
