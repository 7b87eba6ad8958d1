/**
 * Why a use case refuses a request. A refusal is an answer, not an error: it is not the fault of a dependency
 * or of this code. The names are the stable codes that clients check.
 */
export type Refusal =
  | 'invalid_credentials'
  | 'token_invalid'
  | 'token_expired'
  | 'session_token_invalid'
  | 'session_ended'
  | 'token_stale'
  | 'otp_invalid'
  | 'tenant_not_offered'
  | 'forbidden'
  | 'recent_login_required'
  | 'account_unconfirmed'
  | 'last_administrator'
  | 'already_member'
  | 'invitation_invalid'
  | 'not_found'
  | 'username_taken'
  | 'organization_taken'
  | 'sign_up_closed'
  | 'reset_token_invalid'
  | 'verification_token_invalid'
  | 'oidc_no_account'
  | 'oidc_cancelled'
  | 'oidc_expired'
  | 'oidc_rejected'
  | 'rate_limited'
  | 'mail_unavailable'
  | 'overloaded'

/** A refused request: the same outcome of every use case. */
export interface Refused {
  /** The kind of this outcome. */
  readonly kind: 'refused'
  /** The reason. */
  readonly refusal: Refusal
  /** Seconds until a retry makes sense; only with `rate_limited`, `mail_unavailable` and `overloaded`. */
  readonly retryAfter?: number
}

/** One field that breaks a rule. Never carries the value that was sent. */
export interface FieldError {
  /** Name of the command's property. */
  readonly field: string
  /** The rule: a stable snake_case word. */
  readonly rule: string
  /** One sentence that people can read. */
  readonly message: string
}

/** A command whose fields break a rule that only the core can check. */
export interface Invalid {
  /** The kind of this outcome. */
  readonly kind: 'invalid'
  /** One for each field that breaks a rule; at least one. */
  readonly errors: readonly FieldError[]
}

/** Creates a refusal. @param retryAfter Seconds. */
export function refused(refusal: Refusal, retryAfter?: number): Refused {
  return retryAfter === undefined
    ? { kind: 'refused', refusal }
    : { kind: 'refused', refusal, retryAfter }
}
