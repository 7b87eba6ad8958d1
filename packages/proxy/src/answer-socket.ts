import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawAnswer } from './proxy-host.ts'

/** How long a client may take to read its answer, in milliseconds. */
const usualLingerMs = 2000

/**
 * Answers on a bare socket, and hangs up. What the client sent after its request, or still sends, is
 * never looked at.
 *
 * @param lingerMs How long the client may take to read the answer and hang up, in milliseconds.
 */
export function answerSocket(
  socket: Duplex,
  { status, headers, body }: RawAnswer,
  lingerMs = usualLingerMs,
): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  // Node listens no more to a connection that it has handed over: a reset would end the process.
  socket.on('error', () => undefined)
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`, 'Connection: close']
  for (let index = 0; index + 1 < headers.length; index += 2) {
    lines.push(`${headers[index]}: ${headers[index + 1]}`)
  }
  const head = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  socket.end(Buffer.concat([head, body]))
  // Unread bytes would turn the end of the connection into a reset, which may overtake the answer.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs).unref()
  socket.once('close', () => clearTimeout(timer))
}
