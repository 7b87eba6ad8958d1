import { secondsAfter } from '../lib/time.ts'
import type { OidcTransaction } from '../ports/oidc-provider.ts'
import type { Limit } from '../ports/rate-limiter.ts'

/** Seconds a person has for the way to a provider and back (T-44). */
export const oidcAttemptSeconds = 600

/**
 * One way to a provider and back. Whoever holds it for the browser lets nobody read or change it.
 */
export interface OidcAttempt {
  /** The provider's name with us. */
  readonly provider: string
  readonly transaction: OidcTransaction
  /** Not accepted at or after this moment. */
  readonly expiresAt: Date
}

/** Begins an attempt. */
export function newAttempt(
  provider: string,
  transaction: OidcTransaction,
  startedAt: Date,
): OidcAttempt {
  return { provider, transaction, expiresAt: secondsAfter(startedAt, oidcAttemptSeconds) }
}

/** Why an attempt is not one that can be finished there and then; `null` if it can. */
export function attemptFault(
  attempt: OidcAttempt,
  { provider, at }: { readonly provider: string; readonly at: Date },
): 'attempt_of_other_provider' | 'attempt_expired' | null {
  if (attempt.provider !== provider) return 'attempt_of_other_provider'
  return at >= attempt.expiresAt ? 'attempt_expired' : null
}

/** Finishing the same attempt twice is a second operation within its life. */
export const oneFinish: Limit = { name: 'oidc_attempt', points: 1, seconds: oidcAttemptSeconds }
