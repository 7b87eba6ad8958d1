import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import type { RawAnswer } from './proxy-host.ts'

/** Milliseconds that a client may take to read its answer. */
const usualLingerMs = 2000

/**
 * Writes an answer to a bare socket, and closes it. Bytes that the client sent after its request, or still
 * sends, are dropped.
 *
 * @param lingerMs Milliseconds that the client may take to read the answer and close the connection.
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
  // Node removes its listeners from a connection that it hands over, so a reset would end the process.
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
