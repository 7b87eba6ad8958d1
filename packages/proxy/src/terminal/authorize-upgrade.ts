import type { IncomingMessage } from 'node:http'
import {
  authorizeTerminal,
  type PermittedTerminal,
  type RejectedTerminal,
  type TerminalRules,
} from './authorize-terminal.ts'
import { validateHandshake } from './handshake.ts'
import type { SessionWatchOptions } from './watch-sessions.ts'

/** The rules for opening a terminal. */
export interface UpgradeRules extends TerminalRules, Pick<SessionWatchOptions, 'revokedKeys'> {}

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
export interface AuthorizedUpgrade extends PermittedTerminal {
  /** The `kid`s of the revoked keys that were known at that moment. */
  readonly revokedBefore: readonly string[]
  /** The subprotocols that the client offers, in its order of preference. */
  readonly protocols: readonly string[]
}

/** Checks an upgrade before anything is sent upstream. */
export function authorizeUpgrade(
  { request, head, target, at }: UpgradeAttempt,
  rules: UpgradeRules,
): AuthorizedUpgrade | RejectedTerminal {
  const handshake = validateHandshake(request, head)
  if (handshake.kind === 'malformed') {
    const { headers } = handshake
    return { kind: 'rejected', rejection: { code: 'malformed_request', headers } }
  }
  const { origin, protocols } = handshake
  // Read first: what is revoked meanwhile closes the terminal.
  const revokedBefore = rules.revokedKeys()
  const permitted = authorizeTerminal(
    { rawHeaders: request.rawHeaders, origin, queryToken: target.token, at },
    rules,
  )
  return permitted.kind === 'rejected' ? permitted : { ...permitted, revokedBefore, protocols }
}
