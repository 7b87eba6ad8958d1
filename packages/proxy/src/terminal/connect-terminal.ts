import type { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { upstreamHeaders } from '../upstream-headers.ts'
import { joinSockets } from './join-sockets.ts'
import { openUpstream } from './open-upstream.ts'
import { socketOptions } from './socket-options.ts'
import type { AuthorizedTerminal, TerminalConnection, Upgrade } from './terminal-connection.ts'
import type { TerminalLimits } from './terminal-limits.ts'

/** Connects a client to the backend; the backend comes first, and the client gets 101 only then. */
export type ConnectTerminal = (
  terminal: AuthorizedTerminal,
  signal: AbortSignal,
) => Promise<TerminalConnection>

/** What the answer to a client's handshake says. */
interface ShownAnswer {
  readonly protocol: string | undefined
  readonly requestId: string
}

/** @param backend Origin of the backend. */
export function createConnectTerminal(backend: URL, limits: TerminalLimits): ConnectTerminal {
  const shown = new WeakMap<IncomingMessage, ShownAnswer>()
  const server = new WebSocketServer({
    noServer: true,
    clientTracking: false,
    ...socketOptions(limits.maxPayloadBytes),
    handleProtocols: (_offered, request) => shown.get(request)?.protocol ?? false,
  })
  server.on('headers', (lines, request) => {
    lines.push(`X-Request-Id: ${shown.get(request)?.requestId}`)
  })

  function accept({ request, socket, head }: Upgrade, answer: ShownAnswer): WebSocket | undefined {
    if (!socket.readable || !socket.writable) return undefined
    shown.set(request, answer)
    const accepted: WebSocket[] = []
    // The callback runs before this call returns, or never.
    server.handleUpgrade(request, socket, head, (client) => accepted.push(client))
    return accepted[0]
  }

  return async (terminal, signal) => {
    const waiting = awaitPatiently(terminal.upgrade.socket, signal)
    const request = upstreamRequest(terminal, { backend, limits })
    const outcome = await openUpstream(request, waiting.givenUp)
    waiting.release()
    if (outcome.kind !== 'open') return waiting.isGone() ? { kind: 'gone' } : outcome
    const { requestId } = terminal.context
    const accepted = accept(terminal.upgrade, { protocol: outcome.protocol, requestId })
    if (accepted === undefined) {
      outcome.socket.terminate()
      return { kind: 'gone' }
    }
    const client = { socket: accepted, connection: counting(terminal.upgrade.socket) }
    return { kind: 'connected', sockets: joinSockets(client, outcome, limits) }
  }
}

/**
 * Watches a client that waits for its answer. Only reading from the socket shows that the client has gone. A
 * client that sends something now breaks the protocol (RFC 6455, section 4.1).
 */
function awaitPatiently(socket: Duplex, signal: AbortSignal) {
  const givenUp = new AbortController()
  let isGone = false
  const giveUp = () => givenUp.abort()
  const leave = () => {
    isGone = true
    giveUp()
  }
  const cutOff = () => socket.destroy()
  if (signal.aborted) giveUp()
  signal.addEventListener('abort', giveUp)
  socket.on('data', cutOff).on('end', leave).on('close', leave)
  return {
    givenUp: givenUp.signal,
    isGone: () => isGone,
    release() {
      signal.removeEventListener('abort', giveUp)
      socket.off('data', cutOff).off('end', leave).off('close', leave).pause()
    },
  }
}

/** The socket with its count of bytes. The type is only a stream, but it is a TCP or TLS socket. */
function counting(stream: Duplex): { readonly bytesRead: number } {
  return stream instanceof Socket ? stream : { bytesRead: Number.NaN }
}

interface Destination {
  readonly backend: URL
  readonly limits: TerminalLimits
}

function upstreamRequest(
  { upgrade, context, authorized }: AuthorizedTerminal,
  { backend, limits }: Destination,
) {
  const { path, query } = context.target
  const { token, authenticated, protocols } = authorized
  return {
    backend,
    target: query === '' ? path : `${path}?${query}`,
    headers: upstreamHeaders(upgrade.request.rawHeaders, {
      claims: authenticated.claims,
      authorization: `Bearer ${token}`,
      client: context.client,
      requestId: context.requestId,
      upgrade: true,
    }),
    protocols,
    maxPayloadBytes: limits.maxPayloadBytes,
    maxHeaderBytes: limits.maxHeaderBytes,
    handshakeSeconds: limits.handshakeSeconds,
  }
}
