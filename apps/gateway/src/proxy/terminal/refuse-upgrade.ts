import { STATUS_CODES } from 'node:http'
import type { Duplex } from 'node:stream'
import { type Problem, renderProblem } from '../../problems/problem.ts'
import { downstreamHeaders } from '../response-headers.ts'
import type { UpstreamAnswer } from './upstream.ts'

/** How long a refused client may take to read why, in milliseconds. */
const lingerMs = 2000

/**
 * Answers an upgrade with a problem, on the bare socket, and hangs up. Whatever the client sent after
 * its request is never looked at.
 * @param base As in {@link renderProblem}.
 */
export function refuseUpgrade(socket: Duplex, problem: Problem, base = ''): void {
  const { status, headers, body } = renderProblem(problem, base)
  hangUp(socket, { status, headers: Object.entries(headers).flat(), body: Buffer.from(body) })
}

/** Passes on the answer of a backend that would not upgrade, and hangs up. */
export function relayAnswer(socket: Duplex, answer: UpstreamAnswer): void {
  const headers = downstreamHeaders(answer.rawHeaders)
  const kept = headers.filter((_value, index) => {
    const name = headers[index - (index % 2)]?.toLowerCase() ?? ''
    return name !== 'content-length' && !name.startsWith('sec-websocket-')
  })
  const length = String(answer.body.length)
  hangUp(socket, { ...answer, headers: [...kept, 'Content-Length', length] })
}

interface LastWords {
  readonly status: number
  /** Names and values by turns. */
  readonly headers: readonly string[]
  readonly body: Uint8Array
}

function hangUp(socket: Duplex, { status, headers, body }: LastWords): void {
  if (!socket.writable) {
    socket.destroy()
    return
  }
  const lines = [`HTTP/1.1 ${status} ${STATUS_CODES[status] ?? 'Unknown'}`]
  const fields = ['Connection', 'close', ...headers]
  for (let index = 0; index < fields.length; index += 2) {
    lines.push(`${fields[index]}: ${fields[index + 1]}`)
  }
  socket.write(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  socket.end(body)
  // Unread bytes would turn the end of the connection into a reset, which may overtake the answer.
  socket.resume()
  const timer = setTimeout(() => socket.destroy(), lingerMs)
  timer.unref()
  socket.once('close', () => clearTimeout(timer))
}
