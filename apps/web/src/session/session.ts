import type { TenantEntry, TokenAnswer, User } from '../api/wire.ts'
import { type Claims, readClaims } from './claims.ts'

/** Who is signed in, without the API key, which is never stored. */
export type Profile = Omit<User, 'api_key'>

/** A sign-in in one tenant, as a tab holds it. All of it can go into `sessionStorage`. */
export interface Session {
  /** The newest access token. */
  readonly token: string
  /** What that token says. */
  readonly claims: Claims
  /** When the token was received and when it expires, in milliseconds of this browser's clock. */
  readonly receivedAt: number
  /** When that token expires, in epoch milliseconds of this browser's clock. */
  readonly expiresAt: number
  /** Enters other tenants for a while; absent if it was not handed over. */
  readonly sessionToken?: string
  /** Absent after a provider login, which hands over nothing but tokens. */
  readonly profile?: Profile
  /** The organizations that can be entered; absent after a provider login. */
  readonly tenants?: readonly TenantEntry[]
}

/** A session, from a full token answer. @param now In milliseconds. */
export function sessionOf(answer: TokenAnswer, now: number): Session | undefined {
  const { api_key: _, ...profile } = answer.user
  const handOver = { token: answer.token, expiresIn: answer.expires_in }
  const session = sessionOfHandOver({ ...handOver, sessionToken: answer.session_token }, now)
  return session && { ...session, profile, tenants: answer.available_tenants }
}

/** Tokens that came in the fragment of the address. */
export interface HandOver {
  /** `token`: the access token. */
  readonly token: string
  /** Seconds. */
  readonly expiresIn: number
  /** `session_token`; absent if it was not handed over. */
  readonly sessionToken?: string
}

/**
 * A session of nothing but tokens; `undefined` if the token is none.
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
 * The same session with a newer token; as it was if the token is none.
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
 * When the token should be renewed, in milliseconds: after two thirds of its life, so that there is
 * time for more than one try.
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

/** Text of storage or of another tab as a session that is still good; `undefined` otherwise. */
export function parseSession(text: string | null, now: number): Session | undefined {
  try {
    const session = JSON.parse(text ?? 'null') as Session | null
    return session && session.expiresAt > now && session.claims.sid ? session : undefined
  } catch {
    return undefined
  }
}
