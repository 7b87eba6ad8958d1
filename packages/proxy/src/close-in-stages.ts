import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'

/**
 * A client that still sends would lose the answer with its connection: what arrives at a closed one is
 * answered by a reset (RFC 9112, section 9.6). How long it may go on is for the server to bound.
 *
 * @param request The last one of the connection.
 * @param close What closes the connection once the answer has left.
 */
export function closeInStages(
  request: IncomingMessage | undefined,
  socket: Socket,
  close: () => void,
): void {
  if (request === undefined || request.complete) close()
  else {
    request.once('end', () => socket.destroy()).resume()
    socket.end()
  }
}
