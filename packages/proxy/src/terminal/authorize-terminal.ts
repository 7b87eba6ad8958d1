import type { Authenticated } from '@gatehouse/auth-core'
import { bearerToken } from '@gatehouse/auth-core/requests'
import { type Authenticate, tokenMissing, tokenRefused } from '../bearer.ts'
import type { Rejection } from '../rejection.ts'

/** Who may open a terminal, and from where. */
export interface TerminalRules {
  /** Called once for each request with exactly one token. */
  readonly authenticate: Authenticate
  /** Whether pages of this origin may open terminals. */
  readonly allowedOrigins: (origin: string) => boolean
  /**
   * Whether a token of source `ui` needs an `Origin`, which every browser sends. Without one, the token was
   * taken from a browser (T-76).
   */
  readonly requireOriginForUi: boolean
}

/** A request for a terminal, whatever asks for it. */
export interface TerminalRequest {
  /** Names and values in turn, as they came over the wire. */
  readonly rawHeaders: readonly string[]
  /** Its only `Origin`; `undefined` without one. */
  readonly origin: string | undefined
  /** The token in the query, decoded; `undefined` without one. */
  readonly queryToken: string | undefined
  /** The moment as of which the token is checked. */
  readonly at: Date
}

/** A terminal that may be opened. */
export interface PermittedTerminal {
  /** Marks an {@link PermittedTerminal}. */
  readonly kind: 'authorized'
  /** The token as sent. */
  readonly token: string
  /** The claims of the token, and the end of its validity. */
  readonly authenticated: Authenticated
}

/** A terminal that may not be opened. */
export interface RejectedTerminal {
  /** Marks a {@link RejectedTerminal}. */
  readonly kind: 'rejected'
  /** The rejection to answer; `malformed_request` for two tokens. */
  readonly rejection: Rejection
}

/**
 * Checks who asks for a terminal. A page of another origin is rejected whatever token it has; a cookie counts for
 * nothing.
 */
export function authorizeTerminal(
  { rawHeaders, origin, queryToken, at }: TerminalRequest,
  rules: TerminalRules,
): PermittedTerminal | RejectedTerminal {
  if (origin !== undefined && !rules.allowedOrigins(origin)) return reject(originNotAllowed)
  const bearer = bearerToken(rawHeaders)
  const inHeader = bearer.kind === 'token' ? bearer.token : undefined
  const isDoubtful = inHeader !== undefined && queryToken !== undefined
  if (bearer.kind === 'malformed' || isDoubtful) return reject({ code: 'malformed_request' })
  const token = inHeader ?? queryToken ?? ''
  if (token === '') return reject(tokenMissing)

  const authenticated = rules.authenticate(token, at)
  if (authenticated.kind === 'refused') return reject(tokenRefused(authenticated))
  const isFromPage = authenticated.claims.source === 'ui' && rules.requireOriginForUi
  if (isFromPage && origin === undefined) return reject(originNotAllowed)
  return { kind: 'authorized', token, authenticated }
}

function reject(rejection: Rejection): RejectedTerminal {
  return { kind: 'rejected', rejection }
}

const originNotAllowed: Rejection = { code: 'origin_not_allowed' }
