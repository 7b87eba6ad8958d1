import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** A network between clients and a server of this machine. */
export interface NetworkBetween {
  /** The port of loopback that leads to the server. */
  readonly port: number
  /**
   * Round trips so far: how often a client sent something after it had heard from the server, on any
   * connection. What is sent together counts once.
   */
  trips(): number
  /** Cuts all connections, and listens no more. */
  close(): Promise<void>
}

/** Options for such a network. */
export interface NetworkOptions {
  /** The server's port on loopback. */
  readonly serverPort: number
  /** Milliseconds for a way and the way back; none unless given. */
  readonly roundTripMs?: number
}

/** Puts a TCP proxy in front of a server, which takes its time and counts. */
export async function startNetworkBetween({
  serverPort,
  roundTripMs = 0,
}: NetworkOptions): Promise<NetworkBetween> {
  const sockets = new Set<Socket>()
  let trips = 0

  const server = createServer((client) => {
    const upstream = connect(serverPort, '127.0.0.1')
    for (const socket of [client, upstream]) {
      socket.setNoDelay(true)
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        client.destroy()
        upstream.destroy()
      })
    }
    let serverSpokeLast = true
    const toServer = delayed(upstream, roundTripMs / 2)
    const toClient = delayed(client, roundTripMs / 2)
    client.on('data', (chunk) => {
      if (serverSpokeLast) trips += 1
      serverSpokeLast = false
      toServer(chunk)
    })
    upstream.on('data', (chunk) => {
      serverSpokeLast = true
      toClient(chunk)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    port: (server.address() as AddressInfo).port,
    trips: () => trips,
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Writes to a socket some time later. Timers of one duration keep their order. */
function delayed(socket: Socket, milliseconds: number): (chunk: Buffer) => void {
  if (milliseconds === 0) return (chunk) => void socket.write(chunk)
  return (chunk) => void setTimeout(() => socket.write(chunk), milliseconds)
}
