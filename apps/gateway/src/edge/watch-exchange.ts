import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestFacts } from '@gatehouse/http-api'

/** The result of a plain request, proxied or not, when it is over. */
export interface ExchangeEnd {
  /** The request; its body may not have been read to the end. */
  readonly request: IncomingMessage
  /** The answer, finished or cut off. */
  readonly response: ServerResponse
  /** The client, and when the request arrived. */
  readonly facts: RequestFacts
  /** The status that was sent; 200 if the connection ended before there was one. */
  readonly status: number
  /** Whether the whole answer was passed to the connection. */
  readonly complete: boolean
  /** Seconds from the arrival of the header section. */
  readonly seconds: number
  /** Bytes written to the connection meanwhile, header section included. */
  readonly bytesSent: number
}

/** Called for every plain request when it is over, for logs and metrics. */
export type OnExchangeEnd = (end: ExchangeEnd) => void

/**
 * Milliseconds that a client may go on sending after the answer. Long enough for a client that reads the
 * answer only after sending everything; Node itself would wait for ever.
 */
const lingerMs = 5000

/**
 * Waits for the end of a request, reports it, and closes the connection of a client that was answered and
 * still sends the same body (T-72).
 */
export function watchExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { facts, onEnd }: { readonly facts: RequestFacts; readonly onEnd: OnExchangeEnd },
): void {
  const began = performance.now()
  const { socket } = request
  const bytesBefore = socket.bytesWritten
  // A single listener for the end of an exchange, because each one costs time in every request.
  response.on('close', () => {
    onEnd({
      request,
      response,
      facts,
      status: response.statusCode,
      complete: response.writableFinished,
      seconds: (performance.now() - began) / 1000,
      bytesSent: socket.bytesWritten - bytesBefore,
    })
    if (response.writableFinished && !request.complete) {
      setTimeout(() => {
        if (!request.complete) socket.destroy()
      }, lingerMs).unref()
    }
  })
}
