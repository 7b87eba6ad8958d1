import { findValidToken } from '../account/lease-one-time-token.ts'
import { countAgainst } from '../limits/throttle.ts'
import type { Ports } from '../ports/ports.ts'
import type { Membership } from '../records/account.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { AuthSettings } from '../settings.ts'

/** The token of a reset mail. */
export interface ReadResetQuery {
  /** The token of the link; any text. Secret. */
  readonly resetToken: string
  /** The client that sent the request, and when the request arrived. */
  readonly from: Requester
}

/** The account whose password is to be set. */
export interface ResetRead extends Membership {
  /** The kind of this outcome. */
  readonly kind: 'reset'
}

/**
 * Tells for which account a token of a reset mail is (`POST /api/auth/password-reset`): a person who belongs to
 * several organizations has a link for each. Does not spend the token.
 *
 * Refusals: `reset_token_invalid`, `rate_limited`.
 */
export async function readReset(
  ports: Ports,
  settings: AuthSettings,
  { resetToken, from }: ReadResetQuery,
): Promise<ResetRead | Refused> {
  const { otherPerNetwork } = settings.limits
  const tooMany = await countAgainst(ports.rateLimiter, [[otherPerNetwork, from.network]])
  if (tooMany) return tooMany
  const token = { purpose: 'reset_password', value: resetToken } as const
  const found = await ports.store.transaction((tx) => findValidToken(ports, tx, token))
  if (!found) return refused('reset_token_invalid')
  return { kind: 'reset', account: found.account, tenant: found.tenant }
}
