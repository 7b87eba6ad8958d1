/**
 * Every way in which a use case can say no. A refusal is an answer, not an error: it is the
 * person's doing or nobody's. The names are the stable codes that clients switch on.
 */
export type Refusal =
  | 'invalid_credentials'
  | 'token_invalid'
  | 'token_expired'
  | 'session_token_invalid'
  | 'session_ended'
  | 'otp_invalid'
  | 'tenant_not_offered'
  | 'forbidden'
  | 'username_taken'
  | 'organization_taken'
  | 'reset_token_invalid'
  | 'verification_token_invalid'
  | 'oidc_no_account'
  | 'oidc_cancelled'
  | 'oidc_expired'
  | 'oidc_rejected'
  | 'rate_limited'
  | 'mail_unavailable'

/** A refused request, in the form every use case answers it. */
export interface Refused {
  readonly kind: 'refused'
  readonly refusal: Refusal
  /** Seconds until it makes sense to ask again; only with `rate_limited` and `mail_unavailable`. */
  readonly retryAfter?: number
}

/** One field that breaks a rule. Never carries the value that was sent. */
export interface FieldError {
  /** Name of the command's property. */
  readonly field: string
  /** Stable snake_case word. */
  readonly rule: string
  /** One sentence for a person. */
  readonly message: string
}

/** A command whose fields break a rule that only the core can judge. */
export interface Invalid {
  readonly kind: 'invalid'
  readonly errors: readonly FieldError[]
}

/** Builds the answer to a refused request. */
export function refused(refusal: Refusal, retryAfter?: number): Refused {
  return retryAfter === undefined
    ? { kind: 'refused', refusal }
    : { kind: 'refused', refusal, retryAfter }
}
