/** Problems shared by groups of operations. */

/** Operations that are counted against limits. */
export const limited = ['rate_limited'] as const

/** Operations that mail a code. */
export const login = ['rate_limited', 'mail_unavailable'] as const

/** Operations that need a token. */
export const bearer = ['token_missing', 'token_invalid', 'token_expired'] as const

/** Operations that look the caller up in our records. */
export const organization = [...bearer, 'session_ended', 'token_stale', 'forbidden'] as const
