import { findValidToken } from '../leases/lease-one-time-token.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The token of a verification mail. */
export interface ReadVerificationQuery {
  /** As the mail has it. */
  readonly token: string
  /** Who asks. */
  readonly from: Requester
}

/** The account whose address is to be confirmed. */
export interface VerificationRead extends Membership {
  /** Says which outcome this is. */
  readonly kind: 'verification'
}

/**
 * Tells for which account a token confirms the address (`POST /api/auth/verification`), so that its
 * owner sees whether they know it. The token can be used as before.
 *
 * Refusals: `verification_token_invalid`, `rate_limited`.
 */
export async function readVerification(
  ports: Ports,
  settings: AuthSettings,
  { token, from }: ReadVerificationQuery,
): Promise<VerificationRead | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const mailed = { purpose: 'verify_email', value: token } as const
  const found = await ports.store.transaction((tx) => findValidToken(ports, tx, mailed))
  if (!found) return refused('verification_token_invalid')
  return { kind: 'verification', account: found.account, tenant: found.tenant }
}
