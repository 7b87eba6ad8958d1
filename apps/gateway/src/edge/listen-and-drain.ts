import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
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

/** Waits for something that may hang, and no longer than this: a mail server holds nobody up. */
export async function atMost(milliseconds: number, work: Promise<void>): Promise<void> {
  const { promise: tooLate, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, milliseconds)
  await Promise.race([work, tooLate])
  clearTimeout(timer)
}

/** Takes no new connections; those that are still busy when the grace period ends are cut. */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that clients keep alive becomes idle when its answer is done, and stays open.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  await atMost(graceMs, closed)
  clearInterval(sweep)
  // It does not know those that have become terminals: they have an end of their own.
  server.closeAllConnections()
}
