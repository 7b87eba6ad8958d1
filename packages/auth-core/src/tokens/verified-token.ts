import type { SigningKey } from '../records/signing-key.ts'
import { type Refused, refused } from '../refusal.ts'
import type { Authenticated } from './access-claims.ts'

/**
 * An access token whose form, signature and claims are right, with the moments that still decide
 * about it. Within one {@link VerificationPeriod} nothing else does: it may be kept and checked again
 * with {@link validateVerified}, with the result of a fresh verification.
 */
export interface VerifiedToken {
  /** The outcome while the token is valid. */
  readonly authenticated: Authenticated
  /** Before this moment the token counts as issued in the future. */
  readonly validFrom: Date
}

/**
 * The period in which the same keys are accepted: the ring is the same, and `from <= now < until`. A bound of
 * `null` is not known yet.
 */
export interface VerificationPeriod {
  /** The array of keys itself, as its source returned it. */
  readonly keys: readonly SigningKey[]
  /** The first moment of the period. */
  readonly from: Date | null
  /** The end of the period, which is not part of it. */
  readonly until: Date | null
}

/** Checks a verified token at a moment, which may be earlier than the one it was verified at. */
export function validateVerified(
  { authenticated, validFrom }: VerifiedToken,
  at: Date,
): Authenticated | Refused {
  // Written so that an invalid moment is refused: every comparison with it is false.
  if (!(at >= validFrom)) return refused('token_invalid')
  return at < authenticated.validUntil ? authenticated : refused('token_expired')
}

/** Whether a moment and a ring are within a period, so that the same keys are accepted. */
export function isWithin(
  { keys, from, until }: VerificationPeriod,
  { keys: current, now }: { readonly keys: readonly SigningKey[]; readonly now: Date },
): boolean {
  return current === keys && (from === null || from <= now) && (until === null || now < until)
}
