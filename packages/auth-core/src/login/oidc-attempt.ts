import { secondsAfter } from '../lib/time.ts'
import type { OidcTransaction } from '../ports/oidc-provider.ts'
import type { Limit } from '../ports/rate-limiter.ts'

/** Seconds that a person has to sign in at a provider (T-44). */
export const oidcAttemptSeconds = 600

/**
 * An authorization request that waits for its callback. The host keeps it for the browser, sealed:
 * it can be neither read nor changed.
 */
export interface OidcAttempt {
  /** The provider's name in `Ports.oidcProviders`. */
  readonly provider: string
  /** The values that the provider's answer is checked against. Secret. */
  readonly transaction: OidcTransaction
  /** Not accepted at or after this moment. */
  readonly expiresAt: Date
}

/** An attempt that begins now. */
export function newAttempt(
  provider: string,
  transaction: OidcTransaction,
  startedAt: Date,
): OidcAttempt {
  return { provider, transaction, expiresAt: secondsAfter(startedAt, oidcAttemptSeconds) }
}

/** Why an attempt cannot be finished at this provider and moment; `null` if it can. */
export function attemptFault(
  attempt: OidcAttempt,
  { provider, at }: { readonly provider: string; readonly at: Date },
): 'attempt_of_other_provider' | 'attempt_expired' | null {
  if (attempt.provider !== provider) return 'attempt_of_other_provider'
  return at < attempt.expiresAt ? null : 'attempt_expired'
}

/** The limit of one callback for each attempt, counted by its `state`. */
export const oneFinish: Limit = { name: 'oidc_attempt', points: 1, seconds: oidcAttemptSeconds }
