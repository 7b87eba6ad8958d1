import type { IncomingMessage } from 'node:http'
import type { Authenticated, Refused } from '@gatehouse/auth-core'
import type { Problem } from '../../problems/problem.ts'
import { bearerChallenge, bearerToken } from '../bearer.ts'
import type { TerminalTarget } from '../target.ts'
import { validateHandshake } from './handshake.ts'
import type { SessionWatchOptions } from './session-watch.ts'

/** Who may open a terminal. */
export interface AdmissionRules extends Pick<SessionWatchOptions, 'lastRevocation'> {
  /** Judges an access token as of a moment; looks nothing up. */
  readonly authenticate: (token: string, at: Date) => Authenticated | Refused
  /** Whether pages of this origin may open terminals. */
  readonly allowedOrigins: (origin: string) => boolean
  /**
   * Whether a token of source `ui` needs an `Origin`, as every browser sends one: such a token in
   * other hands than a browser's was taken from it (T-76).
   */
  readonly requireOriginForUi: boolean
}

/** An upgrade that has just arrived. */
export interface Arrival {
  readonly request: Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>
  readonly head: Uint8Array
  readonly target: TerminalTarget
  readonly at: Date
}

/** May go on to the backend. */
export interface Admitted {
  readonly kind: 'admitted'
  readonly token: string
  readonly authenticated: Authenticated
  /** The last revocation of all tokens that was known at that moment. */
  readonly revokedBefore: Date | null
  readonly protocols: readonly string[]
}

/**
 * Judges an upgrade before anything is sent upstream. A page of another origin is refused whatever
 * token it has; a cookie counts for nothing.
 */
export function admit(
  { request, head, target, at }: Arrival,
  rules: AdmissionRules,
): Admitted | { readonly kind: 'refused'; readonly problem: Problem } {
  const handshake = validateHandshake(request, head)
  if (handshake.kind === 'malformed') return refuse('malformed_request', handshake.headers)
  const { origin, protocols } = handshake
  if (origin !== undefined && !rules.allowedOrigins(origin)) return refuse('origin_not_allowed')

  const bearer = bearerToken(request.rawHeaders)
  const inHeader = bearer.kind === 'token' ? bearer.token : undefined
  const isDoubtful = inHeader !== undefined && target.token !== undefined
  if (bearer.kind === 'malformed' || isDoubtful) return refuse('malformed_request')
  const token = inHeader ?? target.token ?? ''
  if (token === '') return challenge('token_missing')

  const revokedBefore = rules.lastRevocation()
  const authenticated = rules.authenticate(token, at)
  if (authenticated.kind === 'refused') return challenge(authenticated.refusal)
  const isFromPage = authenticated.claims.source === 'ui' && rules.requireOriginForUi
  if (isFromPage && origin === undefined) return refuse('origin_not_allowed')
  return { kind: 'admitted', token, authenticated, revokedBefore, protocols }
}

function refuse(code: Problem['code'], headers: Readonly<Record<string, string>> = {}) {
  return { kind: 'refused', problem: { code, headers } } as const
}

function challenge(code: Problem['code']) {
  return refuse(code, { 'WWW-Authenticate': bearerChallenge(code) })
}
