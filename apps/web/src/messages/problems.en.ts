/** The text of a problem: what went wrong, and what to do next. */
export interface ProblemText {
  /** A sentence that says what happened. */
  readonly what: string
  /** A sentence that says what to do next. */
  readonly next: string
}

const reload = 'Reload the page, then try again.'
const later = 'Try again in a few minutes.'
const signIn = 'Sign in again.'

/** Every code of the service, and `unreachable` for no answer at all. */
export const problemsEn: Readonly<Record<string, ProblemText>> = {
  unreachable: {
    what: 'The service cannot be reached.',
    next: 'Check your connection, then try again.',
  },
  unknown: { what: 'Something went wrong.', next: later },
  validation_failed: { what: 'Something in the form is not right.', next: 'Check each field.' },
  malformed_json: { what: 'The service did not understand this page.', next: reload },
  malformed_request: { what: 'The service did not understand this page.', next: reload },
  reset_token_invalid: {
    what: 'This link is unknown, was used, or is too old.',
    next: 'Ask for a new one.',
  },
  verification_token_invalid: {
    what: 'This link is unknown, was used, or is too old.',
    next: 'Open the newest mail, or sign in with your password.',
  },
  oidc_expired: {
    what: 'This sign-in is too old, was used before, or began in another browser.',
    next: 'Begin again.',
  },
  invalid_credentials: {
    what: 'The email address or the password is wrong.',
    next: 'Check both, then try again.',
  },
  token_missing: { what: 'You are not signed in.', next: signIn },
  token_invalid: { what: 'Your session is not valid any more.', next: signIn },
  token_expired: { what: 'Your session has expired.', next: signIn },
  session_token_invalid: { what: 'This sign-in took too long and has expired.', next: signIn },
  session_ended: { what: 'Your session has ended.', next: signIn },
  token_stale: { what: 'Your rights have changed.', next: reload },
  otp_invalid: {
    what: 'The code is wrong or has expired.',
    next: 'Check the newest mail, or have the code sent again.',
  },
  tenant_not_offered: {
    what: 'Your sign-in does not open this organization.',
    next: 'Choose another one, or sign in with its password.',
  },
  account_unconfirmed: {
    what: 'Your address is not confirmed yet.',
    next: 'Open the link in the mail that we have sent you, then come back.',
  },
  sign_up_closed: {
    what: 'Sign-up is closed, or not open to addresses of this domain.',
    next: 'Use the address of your company, or ask the people who run this service.',
  },
  forbidden: {
    what: 'Your role does not allow this.',
    next: 'Ask an administrator of your organization.',
  },
  last_administrator: {
    what: 'This is the last administrator of the organization.',
    next: 'Make somebody else an administrator first.',
  },
  already_member: {
    what: 'This address is already a member, or has an open invitation.',
    next: 'Look for it in the list.',
  },
  invitation_invalid: {
    what: 'This invitation cannot be used any more.',
    next: 'Ask the person who invited you for a new one.',
  },
  recent_login_required: {
    what: 'This needs a sign-in of the last 10 minutes, and nothing was changed.',
    next: 'Try again, and sign in when you are asked to.',
  },
  origin_not_allowed: {
    what: 'The service does not know the address of this page.',
    next: 'Open the page at the address its operator gave you.',
  },
  oidc_cancelled: {
    what: 'The sign-in was cancelled at the provider.',
    next: 'Begin again, or sign in with your password.',
  },
  oidc_rejected: {
    what: 'The answer of the provider does not prove who you are.',
    next: 'Begin again, or sign in with your password.',
  },
  not_found: { what: 'What this page asked for does not exist.', next: reload },
  oidc_no_account: {
    what: 'No account here has the email address that the provider vouches for.',
    next: 'Use another provider account, sign in with your password, or sign up.',
  },
  request_refused: {
    what: 'This request is not let through.',
    next: 'Go back, and try another way; if that does not help, ask who runs this service.',
  },
  method_not_allowed: { what: 'The service did not understand this page.', next: reload },
  username_taken: { what: 'This username is in use.', next: 'Choose another.' },
  organization_taken: {
    what: 'An organization of this name exists.',
    next: 'Choose another name, or ask its administrator to add you.',
  },
  body_too_large: { what: 'This is more than the service takes.', next: 'Shorten it.' },
  unsupported_media_type: { what: 'The service did not understand this page.', next: reload },
  rate_limited: { what: 'Too many attempts.', next: later },
  headers_too_large: {
    what: 'Your browser sends more than the service takes.',
    next: 'Clear the cookies of this site, then try again.',
  },
  request_timeout: {
    what: 'The request did not arrive in time.',
    next: 'Check your connection, then try again.',
  },
  internal_error: {
    what: 'The service has made a mistake.',
    next: 'Try again. If it stays, tell the operator the request number.',
  },
  upstream_unavailable: { what: 'A part of the service cannot be reached.', next: later },
  credential_store_unavailable: {
    what: 'Passwords cannot be checked at the moment.',
    next: later,
  },
  mail_unavailable: { what: 'Mail cannot be sent at the moment.', next: later },
  overloaded: { what: 'The service is very busy.', next: later },
  upstream_timeout: { what: 'A part of the service did not answer in time.', next: later },
}
