import { connect, type Socket } from 'node:net'

/** One HTTP/1.1 message as received. */
export interface ParsedAnswer {
  /** The status of its first line. */
  readonly status: number
  /** Status line and header section, as received. */
  readonly head: string
  /** The bytes after the header section, as received. */
  readonly body: string
}

/** Writes text to a port and leaves the rest to the caller. */
export function send(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1')
  socket.write(text, 'latin1')
  socket.on('error', () => undefined)
  return socket
}

/** Writes text to a port and returns everything received until the other side closes. */
export function exchange(port: number, text: string): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const socket = send(port, text)
  let received = ''
  socket.setEncoding('latin1')
  socket.on('data', (chunk: string) => {
    received += chunk
  })
  socket.on('close', () => resolve(received))
  return promise
}

/** Parses the result of {@link exchange}, which must be one whole answer with a length. */
export function parseAnswer(text: string): ParsedAnswer {
  const end = text.indexOf('\r\n\r\n')
  const head = text.slice(0, end + 2)
  const body = text.slice(end + 4)
  const [, length] = /^content-length: (\d+)\r$/im.exec(head) ?? []
  if (end === -1 || Number(length) !== Buffer.byteLength(body, 'latin1')) {
    throw new Error(`not one whole answer: ${text}`)
  }
  return { status: Number(/^HTTP\/1\.1 (\d{3}) /.exec(head)?.[1]), head, body }
}
