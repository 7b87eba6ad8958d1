import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'
import { findVerification, type Verification } from './find-verification.ts'

/** The token of a verification mail. */
export interface ReadVerificationQuery {
  /** The token from the mail. */
  readonly token: string
  /** The client that sent the request. */
  readonly from: Requester
}

/** The account whose address is to be confirmed. */
export interface VerificationRead extends Membership {
  /** The kind of this outcome. */
  readonly kind: 'verification'
  /** Whether it confirms the current address of the account, or a new one. */
  readonly purpose: Verification['purpose']
  /** The address that it confirms, as the person typed it. */
  readonly email: string
}

/**
 * Tells which account a token would confirm (`POST /api/auth/verification`), so that the owner of the address
 * can decide. Does not spend the token.
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
