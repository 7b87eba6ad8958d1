import type { Refusal } from '@gatehouse/auth-core'

/** The codes that clients switch on. They are part of the interface: none is renamed or reused. */
export type ProblemCode = keyof typeof problems

/**
 * Every error that the service can answer with: its status, its title, and the sentence for people unless the
 * refusal has a better one.
 */
export const problems = {
  validation_failed: {
    status: 400,
    title: 'Validation failed',
    detail: 'Some fields break a rule; each is listed under errors.',
  },
  malformed_json: {
    status: 400,
    title: 'Malformed JSON',
    detail: 'The body is not valid JSON.',
  },
  reset_token_invalid: {
    status: 400,
    title: 'Reset token not valid',
    detail: 'This reset link is unknown, was used, or is too old. Ask for a new one.',
  },
  verification_token_invalid: {
    status: 400,
    title: 'Verification token not valid',
    detail: 'This link is unknown, was used, or is too old.',
  },
  malformed_request: {
    status: 400,
    title: 'Malformed request',
    detail: 'The request can be read in more than one way, or not at all.',
  },
  invalid_credentials: {
    status: 401,
    title: 'Wrong credentials',
    detail: 'The email or the password is wrong.',
  },
  token_missing: {
    status: 401,
    title: 'Token missing',
    detail: 'Send the token in the header Authorization, after the word Bearer.',
  },
  token_invalid: {
    status: 401,
    title: 'Token not valid',
    detail: 'The token is not one that this service accepts. Log in again.',
  },
  token_expired: {
    status: 401,
    title: 'Token expired',
    detail: 'The token has expired. Log in again.',
  },
  session_token_invalid: {
    status: 401,
    title: 'Session token not valid',
    detail: 'The session token is not valid or has expired. Log in again.',
  },
  session_ended: {
    status: 401,
    title: 'Session ended',
    detail: 'This session has ended and cannot be refreshed. Log in again.',
  },
  token_stale: {
    status: 401,
    title: 'Token out of date',
    detail: 'Your rights have changed since this token was issued. Refresh it.',
  },
  otp_invalid: {
    status: 401,
    title: 'Code not valid',
    detail: 'The code is wrong or has expired.',
  },
  tenant_not_offered: {
    status: 403,
    title: 'Tenant not offered',
    detail: 'The login did not offer this tenant.',
  },
  forbidden: {
    status: 403,
    title: 'Forbidden',
    detail: 'Your role does not allow this.',
  },
  recent_login_required: {
    status: 403,
    title: 'Recent login required',
    detail: 'This needs a login of the last ten minutes. Log in again, and repeat it.',
  },
  account_unconfirmed: {
    status: 403,
    title: 'Address not confirmed',
    detail: 'Machines cannot be reached before the address of this account is confirmed.',
  },
  last_administrator: {
    status: 409,
    title: 'Last administrator',
    detail: 'This would leave the organization without an administrator. Appoint another first.',
  },
  already_member: {
    status: 409,
    title: 'Already a member',
    detail: 'The organization has a member, or an open invitation, with this address.',
  },
  invitation_invalid: {
    status: 401,
    title: 'Invitation not valid',
    detail: 'The invitation is unknown, used, revoked or too old. Ask for a new one.',
  },
  sign_up_closed: {
    status: 403,
    title: 'Sign-up closed',
    detail: 'Sign-up is closed: to everyone, to addresses of this domain, or by invitation.',
  },
  origin_not_allowed: {
    status: 403,
    title: 'Origin not allowed',
    detail: 'Pages of this origin may not call the service.',
  },
  request_refused: {
    status: 403,
    title: 'Request refused',
    detail: 'The request that the proxy asks about is none that is let through.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    detail: 'There is nothing at this address, or nothing that you may see.',
  },
  oidc_no_account: {
    status: 404,
    title: 'No account',
    detail:
      'The provider vouches for no email address that an active account or an open invitation has.',
  },
  oidc_expired: {
    status: 400,
    title: 'Sign-in expired',
    detail: 'This sign-in is too old, was used before, or began in another browser. Begin again.',
  },
  oidc_cancelled: {
    status: 403,
    title: 'Sign-in cancelled',
    detail: 'The sign-in was cancelled at the provider.',
  },
  oidc_rejected: {
    status: 403,
    title: 'Sign-in rejected',
    detail: 'What the provider answered does not prove who signed in. Begin again.',
  },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    detail: 'This address does not take that method; see the header Allow.',
  },
  username_taken: {
    status: 409,
    title: 'Username taken',
    detail: 'This username is in use. Choose another.',
  },
  organization_taken: {
    status: 409,
    title: 'Organization taken',
    detail: 'An organization of this name exists. Choose another name.',
  },
  body_too_large: {
    status: 413,
    title: 'Body too large',
    detail: 'The body is larger than this address takes.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    detail: 'Send the body as application/json, not compressed.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    detail: 'Too many attempts. Wait as long as the header Retry-After says.',
  },
  headers_too_large: {
    status: 431,
    title: 'Headers too large',
    detail: 'The header section is larger than this service takes.',
  },
  request_timeout: {
    status: 408,
    title: 'Request timeout',
    detail: 'The request did not arrive in time.',
  },
  internal_error: {
    status: 500,
    title: 'Internal error',
    detail: 'This is a fault of the service. Its operator finds it by the request id.',
  },
  upstream_unavailable: {
    status: 502,
    title: 'Upstream unavailable',
    detail:
      'The machine backend, or the sign-in provider, cannot be reached or gave no usable answer.',
  },
  credential_store_unavailable: {
    status: 503,
    title: 'Credential store unavailable',
    detail: 'Passwords cannot be checked at the moment. Try again later.',
  },
  mail_unavailable: {
    status: 503,
    title: 'Mail unavailable',
    detail: 'Mail cannot be sent at the moment. Try again later.',
  },
  overloaded: {
    status: 503,
    title: 'Overloaded',
    detail: 'The service cannot take this on at the moment. Try again later.',
  },
  upstream_timeout: {
    status: 504,
    title: 'Backend timeout',
    detail: 'The machine backend did not answer in time.',
  },
} as const satisfies Record<Refusal | OwnCode, ProblemRow>

/** The codes besides refusals of the core: of the routes, and of a gateway in front of a backend. */
type OwnCode =
  | 'validation_failed'
  | 'malformed_json'
  | 'malformed_request'
  | 'origin_not_allowed'
  | 'request_refused'
  | 'token_missing'
  | 'method_not_allowed'
  | 'body_too_large'
  | 'unsupported_media_type'
  | 'headers_too_large'
  | 'request_timeout'
  | 'internal_error'
  | 'credential_store_unavailable'
  | 'upstream_timeout'
  | 'upstream_unavailable'

interface ProblemRow {
  readonly status: number
  readonly title: string
  readonly detail: string
}
