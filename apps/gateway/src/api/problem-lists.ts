/** What groups of operations can answer with. */

/** Whatever is counted. */
export const limited = ['rate_limited'] as const

/** What mails a code. */
export const login = ['rate_limited', 'mail_unavailable'] as const

/** What needs a token. */
export const bearer = ['token_missing', 'token_invalid', 'token_expired'] as const

/** What asks our records who acts. */
export const organization = [...bearer, 'session_ended', 'token_stale', 'forbidden'] as const
