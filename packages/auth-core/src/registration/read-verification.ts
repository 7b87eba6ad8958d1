import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { findVerification, type Verification } from './find-verification.ts'

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
  /** Whether it confirms the address of the account, or one that the account is to have. */
  readonly purpose: Verification['purpose']
  /** The address that it confirms, as the person gave it. */
  readonly email: string
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
  const found = await ports.store.transaction((tx) => findVerification(ports, tx, token))
  if (!found) return refused('verification_token_invalid')
  const { account, tenant, purpose, email } = found
  return { kind: 'verification', account, tenant, purpose, email }
}
