import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'
import { closeAfterTest } from './close-after-test.ts'

/** A TCP server on loopback; what it does with a connection is up to the test. */
export interface RawServer {
  readonly url: string
  /** Stops listening and cuts every connection; done at the end of the test in any case. */
  close(): Promise<void>
}

/** Opens a server for one test. @param accept Called with each connection. */
export async function openRawServer(accept: (socket: Socket) => void): Promise<RawServer> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
    accept(socket)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  const close = async () => {
    for (const socket of sockets) socket.destroy()
    await new Promise((resolve) => server.close(resolve))
  }
  closeAfterTest(close)
  return { url: `smtp://127.0.0.1:${address.port}`, close }
}

/**
 * Speaks just enough SMTP to be given a mail, without pipelining.
 *
 * @param answer What is said to a command, given with its whole line, in place of the usual;
 *   `undefined` for the usual. A line of content comes as `content`, and gets no answer.
 */
export function speakSmtp(
  socket: Socket,
  answer: (command: string, line: string) => string | undefined = () => undefined,
): void {
  let inData = false
  let rest = ''
  socket.write('220 raw.example ESMTP\r\n')
  socket.on('data', (chunk) => {
    const lines = `${rest}${chunk}`.split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (inData && line !== '.') {
        answer('content', line)
        continue
      }
      const command = inData ? 'end of data' : line.replace(/[ :].*/, '').toUpperCase()
      const reply = answer(command, line) ?? (command === 'DATA' ? '354 go on\r\n' : '250 fine\r\n')
      inData = command === 'DATA' && reply.startsWith('354')
      socket.write(reply)
    }
  })
}
