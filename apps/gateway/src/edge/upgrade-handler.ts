import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { answerSocket, type TerminalBridge } from '@gatehouse/proxy'
import type { Logger } from 'pino'
import { renderProblem } from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problems.ts'
import type { FactsOf } from './request-facts.ts'
import { classifyTarget } from './target.ts'

/** What upgrades need. */
export interface UpgradeOptions {
  /** Takes over the upgrades that are terminals. */
  readonly terminals: Pick<TerminalBridge, 'handleUpgrade'>
  /** Asked before a token is checked: what it has to wait for, as in `FreshTokenState`. */
  readonly whenFresh: () => Promise<void> | undefined
  /** Who asks, and when the request arrived. */
  readonly factsOf: FactsOf
  /** Takes a line for each upgrade that is refused. */
  readonly log: Pick<Logger, 'info'>
  /** What clients see at their end. */
  readonly protocol: 'http' | 'https'
  /** Where the pages that explain errors are. */
  readonly problemBase: string
}

/** Takes over a connection that asks to become something else. */
export type UpgradeHandler = (request: IncomingMessage, socket: Duplex, head: Buffer) => void

/**
 * Upgrades on the terminal route go to the bridge; nothing else is ever upgraded, and no refused
 * connection is used again (T-77).
 */
export function createUpgradeHandler(options: UpgradeOptions): UpgradeHandler {
  return (request, socket, head) => {
    socket.on('error', () => socket.destroy())
    const { address, from } = options.factsOf(request)
    const target = classifyTarget(request.url ?? '', request.method ?? '')
    if (target.kind !== 'terminal') {
      const { requestId } = from
      const code: ProblemCode = isElsewhere(request, target.kind)
        ? 'not_found'
        : 'malformed_request'
      options.log.info({ request_id: requestId, code, network: from.network }, 'upgrade refused')
      answerSocket(socket, renderProblem({ code, requestId }, options.problemBase))
      return
    }
    const { host } = request.headers
    const client = { address, protocol: options.protocol, host }
    const { network, requestId } = from
    const open = () => {
      // The client may have left meanwhile.
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

/** A WebSocket to an address that has none; anything but a WebSocket is nonsense anywhere. */
function isElsewhere({ headers }: IncomingMessage, kind: string): boolean {
  return headers.upgrade?.toLowerCase() === 'websocket' && kind !== 'malformed'
}
