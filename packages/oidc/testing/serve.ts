import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on loopback. */
export interface Served {
  readonly origin: string
  readonly port: number
  /** Cuts every connection. */
  close(): Promise<void>
}

/** Serves on a free port, or on a given one. */
export async function serve(listener: RequestListener, port = 0): Promise<Served> {
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
