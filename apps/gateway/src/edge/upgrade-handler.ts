import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import type { FactsOf } from '@gatehouse/http-api'
import type { TerminalBridge } from '@gatehouse/proxy'
import { classifyTarget } from './target.ts'

/** What upgrades need. */
export interface UpgradeOptions {
  /** Takes over the upgrades to terminals. */
  readonly terminals: Pick<TerminalBridge, 'handleUpgrade'>
  /** Asked before a token is checked: what it has to wait for, as in `FreshTokenState`. */
  readonly whenFresh: () => Promise<void> | undefined
  /** Finds the client that sent a request, and when the request arrived. */
  readonly factsOf: FactsOf
  /** What clients see at their end. */
  readonly protocol: 'http' | 'https'
}

/** Takes over a connection that requests an upgrade. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/** Hands terminals to the bridge; the server lets nothing else through to here (T-77). */
export function createUpgradeHandler(options: UpgradeOptions): UpgradeHandler {
  return (request, socket, head) => {
    socket.on('error', destroyThis)
    const { address, from } = options.factsOf(request)
    const target = classifyTarget(request.url ?? '', request.method ?? '')
    if (target.kind !== 'terminal') {
      socket.destroy()
      return
    }
    const { host } = request.headers
    const client = { address, protocol: options.protocol, host }
    const { network, requestId } = from
    const open = () => {
      // The client may have disconnected meanwhile.
      if (socket.destroyed) return
      options.terminals.handleUpgrade(
        { request, socket, head },
        { target, client, network, requestId },
      )
    }
    const waiting = options.whenFresh()
    if (waiting) void waiting.then(open)
    else open()
  }
}

/** Made out here: a function made for each upgrade would keep its request, with the token, as long as the socket. */
function destroyThis(this: Duplex): void {
  this.destroy()
}

/**
 * Whether a request is to become something else. Any other offer is passed over, and the request is
 * answered as if it had none (RFC 9110, section 7.8): clients make it without needing it.
 */
export function isTerminalUpgrade({ headers, method, url }: IncomingMessage): boolean {
  const isWebSocket = headers.upgrade?.toLowerCase() === 'websocket'
  return isWebSocket && classifyTarget(url ?? '', method ?? '').kind === 'terminal'
}
