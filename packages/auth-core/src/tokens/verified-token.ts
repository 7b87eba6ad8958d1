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
  /** Before this moment the token comes from the future. */
  readonly validFrom: Date
}

/**
 * While the same keys are accepted: the ring is still this one, and `from <= now < until`. A bound
 * that is `null` is not known yet.
 */
export interface VerificationPeriod {
  /** The ring itself, as its source has it. */
  readonly keys: readonly SigningKey[]
  /** It begins at this moment. */
  readonly from: Date | null
  /** It ends before this moment. */
  readonly until: Date | null
}

/** Checks a verified token at a moment, which may be earlier than the one it was verified at. */
export function validateVerified(
  { authenticated, validFrom }: VerifiedToken,
  at: Date,
): Authenticated | Refused {
  // Asked so that what is no moment is refused: it compares as false with every one.
  if (!(at >= validFrom)) return refused('token_invalid')
  return at < authenticated.validUntil ? authenticated : refused('token_expired')
}

/** Whether the same keys are accepted at a moment, and with a ring, as in a period. */
export function isWithin(
  { keys, from, until }: VerificationPeriod,
  { keys: current, now }: { readonly keys: readonly SigningKey[]; readonly now: Date },
): boolean {
  return current === keys && (from === null || from <= now) && (until === null || now < until)
}
