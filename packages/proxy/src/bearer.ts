import type { Authenticated, Refused } from '@gatehouse/auth-core'
import { bearerChallenge } from '@gatehouse/auth-core/requests'
import type { Rejection } from './rejection.ts'

/** Checks an access token as of a moment; looks nothing up. `auth.authenticate` of the core is one. */
export type Authenticate = (token: string, at: Date) => Authenticated | Refused

/** The rejection of a request without a token. */
export const tokenMissing = challenge('token_missing')

/** The rejection of a request whose token was refused. Expired, ended and stale tokens get their own code. */
export function tokenRefused({ refusal }: Refused): Rejection {
  return refusedTokens[refusal] ?? tokenInvalid
}

const tokenInvalid = challenge('token_invalid')
const refusedTokens: Readonly<Partial<Record<Refused['refusal'], Rejection>>> = {
  token_expired: challenge('token_expired'),
  session_ended: challenge('session_ended'),
  token_stale: challenge('token_stale'),
  // The token is valid, so another token would be refused too (RFC 6750, section 3.1).
  account_unconfirmed: { code: 'account_unconfirmed' },
}

function challenge(code: Rejection['code']): Rejection {
  return { code, headers: { 'WWW-Authenticate': bearerChallenge(code) } }
}
