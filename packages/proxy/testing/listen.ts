import type { AddressInfo, Server, Socket } from 'node:net'
import { afterTest } from './after-test.ts'

/** A server that listens on loopback. */
export interface TestServer {
  /** The TCP port it listens on. */
  readonly port: number
  /** `http://127.0.0.1:port`. */
  readonly url: string
  /** How many connections it has accepted. */
  readonly accepted: () => number
  /** Stops listening and cuts every connection, upgraded ones too. */
  close(): Promise<void>
}

/** Starts a server that listens until the end of the running test, on a free port or the given one. */
export async function listen(server: Server, port = 0): Promise<TestServer> {
  const started = await listenUntilClosed(server, port)
  afterTest(started.close)
  return started
}

/** Starts a server for several tests; it listens until it is closed. */
export async function listenUntilClosed(server: Server, port = 0): Promise<TestServer> {
  const sockets = new Set<Socket>()
  let accepted = 0
  server.on('connection', (socket: Socket) => {
    accepted += 1
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      for (const socket of sockets) socket.destroy()
    })
  return {
    port: address.port,
    url: `http://127.0.0.1:${address.port}`,
    accepted: () => accepted,
    close,
  }
}
