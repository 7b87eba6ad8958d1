import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ClientAddress } from '../upstream-headers.ts'
import type { AuthorizedUpgrade, TerminalTarget } from './authorize-upgrade.ts'

/** An ordinary answer of the backend instead of an upgrade. */
export interface UpstreamAnswer {
  /** The status of the backend's answer. */
  readonly status: number
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
  /** The body; empty if it was too long to keep or incomplete. */
  readonly body: Buffer
}

/** Why no socket is open at the backend. */
export type UpstreamFailure =
  | { readonly kind: 'answered'; readonly answer: UpstreamAnswer }
  | { readonly kind: 'failed' | 'timeout' | 'aborted' }

/** The limits of two joined sockets. */
export interface JoinOptions {
  /** The number of bytes that may wait for a slow reader before the other side is paused. */
  readonly bufferBytes: number
  /** How long a side may take to answer a close frame. */
  readonly closeSeconds: number
}

/** Two sockets joined into one connection. */
export interface JoinedSockets {
  /** Closes both sides; from now on no messages are passed on. */
  close(code: number, reason: string): void
  /** Pings both sides, and ends the connection if one has not answered the last ping. */
  ping(): void
  /** Fulfilled with the code it ended with once both sides are closed. */
  readonly ended: Promise<number>
}

/** The arguments of an HTTP server's `upgrade` event. */
export interface Upgrade {
  /** The request for the upgrade. */
  readonly request: IncomingMessage
  /** The socket; no one else reads or writes it any more. */
  readonly socket: Duplex
  /** Bytes that arrived after the header section. */
  readonly head: Buffer
}

/** Further facts about an upgrade. */
export interface TerminalContext {
  /** The target, as the service reads it. */
  readonly target: TerminalTarget
  /** The client's address, for the forwarding headers. */
  readonly client: ClientAddress
  /** The network that the cap per network counts. */
  readonly network: string
  /** The request's id, which links all log lines of the upgrade. */
  readonly requestId: string
}

/** A terminal that may be opened. */
export interface AuthorizedTerminal {
  /** The upgrade. */
  readonly upgrade: Upgrade
  /** Further facts about the upgrade. */
  readonly context: TerminalContext
  /** The result of the check. */
  readonly authorized: AuthorizedUpgrade
}

/**
 * The result of connecting. Unless `connected`, the client has no answer yet; when `gone`, it cannot get one.
 */
export type TerminalConnection =
  | { readonly kind: 'connected'; readonly sockets: JoinedSockets }
  | { readonly kind: 'gone' }
  | UpstreamFailure
