import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { headerRecord } from '../header-fields.ts'
import { socketOptions } from './socket-options.ts'
import type { TerminalSocket } from './terminal-side.ts'

/** What to open at the backend. */
export interface UpstreamRequest {
  /** Its origin. */
  readonly backend: URL
  /** Path and query, sent as they are. */
  readonly target: string
  /** Names and values in turn, without the handshake's own. */
  readonly headers: readonly string[]
  /** The subprotocols to offer. */
  readonly protocols: readonly string[]
  /** Of one message. */
  readonly maxPayloadBytes: number
  /** Of the header section of the answer. */
  readonly maxHeaderBytes: number
  /** For the whole handshake. */
  readonly handshakeSeconds: number
}

/** A plain answer where an upgrade was asked for. */
export interface UpstreamAnswer {
  /** The backend's own. */
  readonly status: number
  /** Names and values in turn. */
  readonly rawHeaders: readonly string[]
  /** Empty if it was too long to keep or broke off. */
  readonly body: Buffer
}

/** A socket that is open, but paused, so that nothing is lost until it is listened to. */
export interface OpenUpstream extends TerminalSocket {
  /** Tells it from a backend that did not open. */
  readonly kind: 'open'
  /** The subprotocol that the backend chose. */
  readonly protocol: string | undefined
}

/** What became of it. */
export type UpstreamOutcome =
  | OpenUpstream
  | { readonly kind: 'answered'; readonly answer: UpstreamAnswer }
  | { readonly kind: 'failed' | 'timeout' | 'aborted' }

const longestAnswerBytes = 64 * 1024

/**
 * Opens a WebSocket at the backend. Only a handshake that follows RFC 6455 to the letter opens it; a
 * wrong `Sec-WebSocket-Accept` is a failure, and redirects are answers like any other.
 * @param signal Gives up.
 */
export function openUpstream(
  request: UpstreamRequest,
  signal: AbortSignal,
): Promise<UpstreamOutcome> {
  const { promise, resolve } = Promise.withResolvers<UpstreamOutcome>()
  const socket = connect(request)
  // Only the connection is kept of an answer whose headers are of no more use.
  let connection: TerminalSocket['connection'] = { bytesRead: 0 }
  let protocol: string | undefined

  const timer = setTimeout(() => settle({ kind: 'timeout' }), request.handshakeSeconds * 1000)
  const abort = () => settle({ kind: 'aborted' })
  signal.addEventListener('abort', abort)

  function settle(outcome: UpstreamOutcome): void {
    clearTimeout(timer)
    signal.removeEventListener('abort', abort)
    // A socket that has closed, or belongs to the outcome, is left alone.
    if (outcome.kind !== 'open' && socket.readyState === WebSocket.CONNECTING) socket.terminate()
    // What listened so far would keep the request in memory, with its token, for as long as it lasts.
    if (outcome.kind === 'open') socket.removeAllListeners().on('error', ignore)
    resolve(outcome)
  }

  socket.on('error', () => settle({ kind: 'failed' }))
  socket.on('upgrade', (response) => {
    connection = response.socket
    protocol = response.headers['sec-websocket-protocol']
    // To choose none of the protocols is the backend's right, which ws takes for a fault.
    const [first] = request.protocols
    if (protocol === undefined && first !== undefined) {
      response.headers['sec-websocket-protocol'] = first
    }
  })
  socket.on('open', () => {
    socket.pause()
    settle({ kind: 'open', socket, protocol, connection })
  })
  socket.on('unexpected-response', (_request, response) => {
    void readAnswer(response).then((answer) => settle({ kind: 'answered', answer }))
  })
  if (signal.aborted) abort()
  return promise
}

function ignore(): void {
  // Errors that nothing listens to end the process. What gets the socket listens for itself.
}

function connect(upstream: UpstreamRequest) {
  const { backend, target, headers, protocols, maxHeaderBytes, maxPayloadBytes } = upstream
  return new WebSocket(backend, [...protocols], {
    ...socketOptions(maxPayloadBytes),
    maxHeaderSize: maxHeaderBytes,
    finishRequest: (request) => {
      for (const [name, value] of Object.entries(headerRecord(headers))) {
        request.setHeader(name, value)
      }
      request.path = target
      request.end()
    },
  })
}

async function readAnswer(response: IncomingMessage): Promise<UpstreamAnswer> {
  const { statusCode: status = 502, rawHeaders } = response
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    for await (const chunk of response as AsyncIterable<Buffer>) {
      bytes += chunk.length
      if (bytes > longestAnswerBytes) return { status, rawHeaders, body: Buffer.alloc(0) }
      chunks.push(chunk)
    }
    return { status, rawHeaders, body: Buffer.concat(chunks) }
  } catch {
    return { status, rawHeaders, body: Buffer.alloc(0) }
  }
}
