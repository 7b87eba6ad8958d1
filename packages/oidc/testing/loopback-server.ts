import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** An HTTP server on loopback. */
export interface LoopbackServer {
  /** Its address, `http://127.0.0.1` and the port. */
  readonly origin: string
  /** The TCP port it listens on. */
  readonly port: number
  /** Cuts every connection and stops listening. */
  close(): Promise<void>
}

/** Starts a server. @param port A free one unless given. @throws {Error} When the port is taken. */
export async function startLoopbackServer(
  listener: RequestListener,
  port = 0,
): Promise<LoopbackServer> {
  const server = createServer(listener)
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo
  return {
    port: address.port,
    origin: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
