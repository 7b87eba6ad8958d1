import type { AddressInfo, Server, Socket } from 'node:net'
import { afterTest } from './after-test.ts'

/** A server that listens on loopback. */
export interface Listening {
  readonly port: number
  readonly url: string
  /** How many connections it has accepted. */
  readonly accepted: () => number
  /** Stops listening and cuts every connection, upgraded ones too. */
  close(): Promise<void>
}

/** Lets a server listen until the running test is over, on a free port or on a given one. */
export async function listen(server: Server, port = 0): Promise<Listening> {
  const listening = await listenUntilClosed(server, port)
  afterTest(listening.close)
  return listening
}

/** The same for a server that several tests share: whoever opens it closes it. */
export async function listenUntilClosed(server: Server, port = 0): Promise<Listening> {
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
