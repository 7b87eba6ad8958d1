import type { IncomingMessage } from 'node:http'
import type { Authenticated } from '@gatehouse/auth-core'
import { type Authenticate, bearerToken, tokenMissing, tokenRefused } from '../bearer.ts'
import type { Rejection } from '../rejection.ts'
import { validateHandshake } from './handshake.ts'
import type { SessionWatchOptions } from './watch-sessions.ts'

/** Who may open a terminal. */
export interface UpgradeRules extends Pick<SessionWatchOptions, 'lastRevocation'> {
  /** Asked once for each upgrade that carries one token. */
  readonly authenticate: Authenticate
  /** Whether pages of this origin may open terminals. */
  readonly allowedOrigins: (origin: string) => boolean
  /**
   * Whether a token of source `ui` needs an `Origin`, as every browser sends one: such a token in
   * other hands than a browser's was taken from it (T-76).
   */
  readonly requireOriginForUi: boolean
}

/** What an upgrade asks for, as the service reads its target. */
export interface TerminalTarget {
  /** The path, which goes upstream as it came. */
  readonly path: string
  /** The machine's name, for the log. */
  readonly agentId: string
  /** The query as it came but for the token; without a question mark, maybe empty. */
  readonly query: string
  /** The access token of the query, decoded; absent if the query names none. */
  readonly token?: string
}

/** An upgrade that has just arrived. */
export interface UpgradeAttempt {
  /** The request itself. */
  readonly request: Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>
  /** What came after the header section. */
  readonly head: Uint8Array
  /** What it asks for. */
  readonly target: TerminalTarget
  /** The moment as of which the token is checked. */
  readonly at: Date
}

/** An upgrade that may go on to the backend. */
export interface AuthorizedUpgrade {
  /** Tells it from {@link RejectedUpgrade}. */
  readonly kind: 'authorized'
  /** The token as it was sent. */
  readonly token: string
  /** Whose it is, and until when it holds. */
  readonly authenticated: Authenticated
  /** The last revocation of all tokens that was known at that moment. */
  readonly revokedBefore: Date | null
  /** The subprotocols that are offered, in the client's order of preference. */
  readonly protocols: readonly string[]
}

/** An upgrade that may not. */
export interface RejectedUpgrade {
  /** Tells it from {@link AuthorizedUpgrade}. */
  readonly kind: 'rejected'
  /** What to answer. */
  readonly rejection: Rejection
}

/**
 * Checks an upgrade before anything is sent upstream. A page of another origin is rejected whatever
 * token it has; a cookie counts for nothing.
 */
export function authorizeUpgrade(
  { request, head, target, at }: UpgradeAttempt,
  rules: UpgradeRules,
): AuthorizedUpgrade | RejectedUpgrade {
  const handshake = validateHandshake(request, head)
  if (handshake.kind === 'malformed') {
    return reject({ code: 'malformed_request', headers: handshake.headers })
  }
  const { origin, protocols } = handshake
  if (origin !== undefined && !rules.allowedOrigins(origin)) return reject(originNotAllowed)

  const bearer = bearerToken(request.rawHeaders)
  const inHeader = bearer.kind === 'token' ? bearer.token : undefined
  const isDoubtful = inHeader !== undefined && target.token !== undefined
  if (bearer.kind === 'malformed' || isDoubtful) return reject({ code: 'malformed_request' })
  const token = inHeader ?? target.token ?? ''
  if (token === '') return reject(tokenMissing)

  const revokedBefore = rules.lastRevocation()
  const authenticated = rules.authenticate(token, at)
  if (authenticated.kind === 'refused') return reject(tokenRefused(authenticated))
  const isFromPage = authenticated.claims.source === 'ui' && rules.requireOriginForUi
  if (isFromPage && origin === undefined) return reject(originNotAllowed)
  return { kind: 'authorized', token, authenticated, revokedBefore, protocols }
}

function reject(rejection: Rejection): RejectedUpgrade {
  return { kind: 'rejected', rejection }
}

const originNotAllowed: Rejection = { code: 'origin_not_allowed' }
