import type { IncomingMessage } from 'node:http'
import { hasBody } from './repeat.ts'

/**
 * Waits until there is something of a body to send: all of it, or as much as the request keeps by
 * itself (64 KiB). A body of unknown length may be one side of a dialogue, so that its first bytes
 * are enough. Nothing is read meanwhile, and a client that sends nothing takes nothing of the backend (T-89).
 *
 * @param ready Called once; at once for a request without a body, not at all when the client goes.
 */
export function whenSendable(request: IncomingMessage, ready: () => void): void {
  if (!hasBody(request)) {
    ready()
    return
  }
  const announced = Number(request.headers['content-length'] ?? 1)
  const enough = Math.min(announced, request.readableHighWaterMark)
  const isThere = () => request.complete || request.readableLength >= enough
  if (isThere()) {
    ready()
    return
  }
  const look = () => {
    if (!isThere()) return
    request.off('readable', look)
    ready()
  }
  request.on('readable', look)
}
