import type { IncomingMessage } from 'node:http'
import { WebSocket } from 'ws'
import { headerRecord } from '../header-fields.ts'
import { socketOptions } from './socket-options.ts'
import type { UpstreamAnswer, UpstreamFailure } from './terminal-connection.ts'
import type { TerminalSocket } from './terminal-side.ts'

/** The WebSocket to open at the backend. */
export interface UpstreamRequest {
  /** The origin of the backend. */
  readonly backend: URL
  /** Path and query, sent unchanged. */
  readonly target: string
  /** Names and values in turn, without the fields of the handshake. */
  readonly headers: readonly string[]
  /** The subprotocols to offer. */
  readonly protocols: readonly string[]
  /** The largest message, in bytes. */
  readonly maxPayloadBytes: number
  /** Of the header section of the answer. */
  readonly maxHeaderBytes: number
  /** For the whole handshake. */
  readonly handshakeSeconds: number
}

/** An open socket, paused so that no message is lost before a listener is added. */
export interface OpenUpstream extends TerminalSocket {
  /** Marks an open socket. */
  readonly kind: 'open'
  /** The subprotocol that the backend chose. */
  readonly protocol: string | undefined
}

/** The result of opening. */
export type UpstreamOutcome = OpenUpstream | UpstreamFailure

const longestAnswerBytes = 64 * 1024

/**
 * Opens a WebSocket at the backend. Only a handshake that follows RFC 6455 exactly succeeds: a wrong
 * `Sec-WebSocket-Accept` is a failure, and redirects are not followed.
 * @param signal Aborts the attempt.
 */
export function openUpstream(
  request: UpstreamRequest,
  signal: AbortSignal,
): Promise<UpstreamOutcome> {
  const { promise, resolve } = Promise.withResolvers<UpstreamOutcome>()
  const socket = connect(request)
  // Only the connection is kept; the answer's headers are no longer needed.
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
    // The earlier listeners would keep the request and its token in memory for the lifetime of the socket.
    if (outcome.kind === 'open') socket.removeAllListeners().on('error', ignore)
    resolve(outcome)
  }

  socket.on('error', () => settle({ kind: 'failed' }))
  socket.on('upgrade', (response) => {
    connection = response.socket
    protocol = response.headers['sec-websocket-protocol']
    // The backend may choose none of the protocols, which ws treats as an error.
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
  // Errors without a listener end the process. The receiver of the socket adds its own listener.
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
