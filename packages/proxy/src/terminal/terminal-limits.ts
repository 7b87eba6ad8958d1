import type { PartyCaps } from '../party.ts'
import type { JoinOptions } from './terminal-connection.ts'

/** How much terminals may take. */
export interface TerminalLimits extends PartyCaps, JoinOptions {
  /** Of one message, either way. */
  readonly maxPayloadBytes: number
  /** Of the header section of the backend's answer. */
  readonly maxHeaderBytes: number
  /** How long the backend may take to open its side. */
  readonly handshakeSeconds: number
  /** Seconds between pings of both sides; a side that has not answered a ping by the next one is closed. */
  readonly heartbeatSeconds: number
  /** Seconds between checks of the sessions of all open terminals. */
  readonly sessionCheckSeconds: number
  /** Seconds between checks whether all tokens were revoked. */
  readonly revocationPollSeconds: number
}

/** Limits for people who type. */
export const defaultTerminalLimits: TerminalLimits = {
  perUser: 20,
  perTenant: 1000,
  perNetwork: 100,
  maxPayloadBytes: 1024 * 1024,
  maxHeaderBytes: 16_384,
  bufferBytes: 64 * 1024,
  handshakeSeconds: 10,
  heartbeatSeconds: 30,
  closeSeconds: 5,
  sessionCheckSeconds: 10,
  revocationPollSeconds: 1,
}
