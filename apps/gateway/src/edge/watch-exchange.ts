import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RequestFacts } from './request-facts.ts'

/** How a plain request went, proxied or not, once it is over. */
export interface ExchangeEnd {
  /** The request; its body may not have been read to the end. */
  readonly request: IncomingMessage
  /** The answer, finished or cut off. */
  readonly response: ServerResponse
  /** Who asked, and when. */
  readonly facts: RequestFacts
  /** The status that was sent; 200 if the connection ended before there was one. */
  readonly status: number
  /** Whether all of the answer could be handed to the connection. */
  readonly complete: boolean
  /** From the moment its header section had arrived. */
  readonly seconds: number
  /** What was written to the connection meanwhile, header section included. */
  readonly bytesSent: number
}

/** Is told of every plain request when it is over: what is logged and counted begins here. */
export type OnExchangeEnd = (end: ExchangeEnd) => void

/**
 * How long a client may go on sending after the answer, in milliseconds. Long enough for one that
 * reads the answer only when it has sent everything; Node alone would listen for ever.
 */
const lingerMs = 5000

/**
 * Waits for a request to be over, tells of it, and hangs up on a client that was answered and keeps
 * sending the same body (T-72).
 */
export function watchExchange(
  request: IncomingMessage,
  response: ServerResponse,
  { facts, onEnd }: { readonly facts: RequestFacts; readonly onEnd: OnExchangeEnd },
): void {
  const began = performance.now()
  const { socket } = request
  const bytesBefore = socket.bytesWritten
  // One listener for all that ends with an exchange: each costs every request.
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
