import type { IncomingMessage, ServerResponse } from 'node:http'

/**
 * How long a client may go on sending after the answer, in milliseconds. Long enough for one that
 * reads the answer only when it has sent everything; Node alone would listen for ever.
 */
const lingerMs = 5000

/** Hangs up on a client that was answered and keeps sending the same body (T-72). */
export function cutUnreadBody(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', () => {
    if (request.complete) return
    setTimeout(() => {
      if (!request.complete) request.socket.destroy()
    }, lingerMs).unref()
  })
}
