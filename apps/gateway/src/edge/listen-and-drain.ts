import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import pTimeout from 'p-timeout'
import type { HttpSettings } from '../settings/settings.ts'

/** Begins to listen. @throws {Error} When the address is taken. */
export function listen(
  server: Server,
  { host, port }: Pick<HttpSettings, 'host' | 'port'>,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

const sweepMs = 50

/** Takes no new connections; those that are still busy when the grace period ends are cut. */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that clients keep alive becomes idle when its answer is done, and stays open.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  await pTimeout(closed, { milliseconds: graceMs, message: false })
  clearInterval(sweep)
  // It does not know those that have become terminals: they have an end of their own.
  server.closeAllConnections()
}
