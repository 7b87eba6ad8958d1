import type { IncomingMessage } from 'node:http'
import type { Authenticated } from '@gatehouse/auth-core'
import { bearerToken } from '@gatehouse/auth-core/requests'
import { type Authenticate, tokenMissing, tokenRefused } from '../bearer.ts'
import type { Rejection } from '../rejection.ts'
import { validateHandshake } from './handshake.ts'
import type { SessionWatchOptions } from './watch-sessions.ts'

/** The rules for opening a terminal. */
export interface UpgradeRules extends Pick<SessionWatchOptions, 'lastRevocation'> {
  /** Called once for each upgrade with exactly one token. */
  readonly authenticate: Authenticate
  /** Whether pages of this origin may open terminals. */
  readonly allowedOrigins: (origin: string) => boolean
  /**
   * Whether a token of source `ui` needs an `Origin`, which every browser sends. Without one, the token was
   * taken from a browser (T-76).
   */
  readonly requireOriginForUi: boolean
}

/** The target of an upgrade, as the service reads it. */
export interface TerminalTarget {
  /** The path, which goes upstream unchanged. */
  readonly path: string
  /** The machine's name, for the log. */
  readonly agentId: string
  /** The query without the token and without a question mark; may be empty. */
  readonly query: string
  /** The access token in the query, decoded; not set if the query has none. */
  readonly token?: string
}

/** An upgrade that has just arrived. */
export interface UpgradeAttempt {
  /** The request itself. */
  readonly request: Pick<IncomingMessage, 'method' | 'httpVersion' | 'rawHeaders'>
  /** Bytes that arrived after the header section. */
  readonly head: Uint8Array
  /** The target of the upgrade. */
  readonly target: TerminalTarget
  /** The moment as of which the token is checked. */
  readonly at: Date
}

/** An upgrade that may be forwarded to the backend. */
export interface AuthorizedUpgrade {
  /** Marks an {@link AuthorizedUpgrade}. */
  readonly kind: 'authorized'
  /** The token as sent. */
  readonly token: string
  /** The claims of the token, and the end of its validity. */
  readonly authenticated: Authenticated
  /** The last revocation of all tokens that was known at that moment. */
  readonly revokedBefore: Date | null
  /** The subprotocols that the client offers, in its order of preference. */
  readonly protocols: readonly string[]
}

/** An upgrade that is refused. */
export interface RejectedUpgrade {
  /** Marks a {@link RejectedUpgrade}. */
  readonly kind: 'rejected'
  /** The rejection to answer. */
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
