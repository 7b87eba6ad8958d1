import type { IncomingMessage } from 'node:http'
import { keptCookieName } from '@gatehouse/auth-core/requests'
import type { Operation } from '../operations/operation.ts'
import { cookiesOf } from '../providers/attempt-cookies.ts'
import { InvalidRequest } from '../requests/parse.ts'

/** The outcome of a use case on the session that a browser keeps. */
interface Outcome {
  readonly kind: string
  readonly refusal?: string
  readonly keptToken?: string
  readonly keptSeconds?: number
}

/** The route that may use the cookie, and the service's public address. */
interface Where {
  readonly operation: Operation
  readonly publicBaseUrl: string
}

/**
 * The token of the session that a browser keeps; empty without one, or for a route that does not use it.
 *
 * @throws {InvalidRequest} `origin_not_allowed` unless a page of this very origin sent the request (T-108).
 */
export function readKeptCookie(
  request: Pick<IncomingMessage, 'headers'>,
  { operation, publicBaseUrl }: Where,
): string {
  if (!operation.keptCookie) return ''
  const { host, origin = '', 'sec-fetch-site': site } = request.headers
  const own = [new URL(publicBaseUrl).origin, `http://${host}`, `https://${host}`]
  // Browsers send no Sec-Fetch-Site over plain http.
  const isOwn = site === undefined ? own.includes(origin) : site === 'same-origin'
  if (!isOwn) throw new InvalidRequest('origin_not_allowed')
  return cookiesOf(request).get(keptCookieName(isSecure(publicBaseUrl))) ?? ''
}

/** The `Set-Cookie` values after a use case: a new token is kept, that of a session that has ended is removed. */
export function keptCookieAfter(outcome: Outcome, { operation, publicBaseUrl }: Where): string[] {
  const { kind, refusal, keptToken = '', keptSeconds = 0 } = outcome
  const isOver = kind === 'session_forgotten' || (kind === 'refused' && refusal === 'session_ended')
  if (!operation.keptCookie || (!isOver && keptToken === '')) return []
  const secure = isSecure(publicBaseUrl)
  const attributes = `Path=/; HttpOnly; SameSite=Strict${secure ? '; Secure' : ''}`
  return [`${keptCookieName(secure)}=${keptToken}; Max-Age=${keptSeconds}; ${attributes}`]
}

function isSecure(base: string): boolean {
  return base.startsWith('https:')
}
