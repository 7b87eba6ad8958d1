import type { TenantEntry, TokenAnswer, User } from '../api/wire.ts'
import { type Claims, readClaims } from './claims.ts'

/** The signed-in user without the API key, which is never stored. */
export type Profile = Omit<User, 'api_key'>

/** A sign-in in one tenant, as a tab keeps it. All of it may be stored in `sessionStorage`. */
export interface Session {
  /** The newest access token. */
  readonly token: string
  /** The claims of that token. */
  readonly claims: Claims
  /** When the token was received, in epoch milliseconds of this browser's clock. */
  readonly receivedAt: number
  /** When that token expires, in epoch milliseconds of this browser's clock. */
  readonly expiresAt: number
  /** The session token, which enters other tenants for a while; not set if there was none. */
  readonly sessionToken?: string
  /** The user; not set after a provider's login, which only brings tokens. */
  readonly profile?: Profile
  /** The organizations that can be entered; not set after a provider's login. */
  readonly tenants?: readonly TenantEntry[]
  /** Set when the browser keeps the session, so that it goes on after its tokens have expired. */
  readonly isKept?: true
}

/** A session, from a full token answer. @param now In milliseconds. */
export function sessionOf(answer: TokenAnswer, now: number): Session | undefined {
  const { api_key: _, ...profile } = answer.user
  const handOver = { token: answer.token, expiresIn: answer.expires_in }
  const session = sessionOfHandOver({ ...handOver, sessionToken: answer.session_token }, now)
  return session && { ...session, profile, tenants: answer.available_tenants }
}

/** Tokens from the fragment of the address. */
export interface HandOver {
  /** `token`: the access token. */
  readonly token: string
  /** Lifetime of the token in seconds. */
  readonly expiresIn: number
  /** `session_token`; not set if there was none. */
  readonly sessionToken?: string
}

/**
 * A session from tokens alone; `undefined` if the token is not a JWT.
 *
 * @param now In milliseconds.
 */
export function sessionOfHandOver(
  { token, expiresIn, sessionToken }: HandOver,
  now: number,
): Session | undefined {
  const claims = readClaims(token)
  if (!claims || !(expiresIn > 0)) return undefined
  return {
    token,
    claims,
    receivedAt: now,
    expiresAt: now + expiresIn * 1000,
    ...(sessionToken && { sessionToken }),
  }
}

/**
 * The same session with a newer token; unchanged if the token is not a JWT.
 *
 * @param now In epoch milliseconds.
 */
export function withToken(
  session: Session,
  { token, expiresIn }: Pick<HandOver, 'token' | 'expiresIn'>,
  now: number,
): Session {
  const next = sessionOfHandOver({ token, expiresIn }, now)
  return next ? { ...session, ...next } : session
}

/**
 * When to renew the token, in milliseconds: after two thirds of its lifetime, so that there is time for
 * several attempts.
 */
export function renewalAt({ receivedAt, expiresAt }: Session): number {
  return receivedAt + ((expiresAt - receivedAt) * 2) / 3
}

/**
 * When a person has to sign in again, in milliseconds.
 *
 * @param maxSessionSeconds See the settings.
 */
export function sessionEnd({ claims }: Session, maxSessionSeconds: number): number {
  return (claims.authTime + maxSessionSeconds) * 1000
}

/** Parses the text of a session from storage or another tab; `undefined` unless it is still valid. */
export function parseSession(text: string | null, now: number): Session | undefined {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null
    return session && session.expiresAt > now && session.claims.sid ? session : undefined
  } catch {
    return undefined
  }
}
