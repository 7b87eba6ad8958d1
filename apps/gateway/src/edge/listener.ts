import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { HttpSettings } from '@gatehouse/settings'
import pTimeout from 'p-timeout'

/**
 * How many new connections may wait to be accepted; the system may allow fewer. Of those that come beyond it
 * the system knows nothing, and clients try again after seconds only, right among a flood (T-90).
 */
const backlog = 4096

/** Begins to listen. @throws {Error} When the address is taken. */
export function listen(
  server: Server,
  { host, port }: Pick<HttpSettings, 'host' | 'port'>,
): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen({ port, host, backlog }, () => {
      server.off('error', reject)
      resolve(server.address() as AddressInfo)
    })
  })
}

const sweepMs = 50

/** Milliseconds without a new connection after which the server stops accepting. */
const quietMs = 50

/** The longest time, in milliseconds, that it waits for such a pause. */
const longestUnrestMs = 1000

/**
 * Stops accepting connections, and closes those that are still busy when the grace period ends. Closing the
 * listener would reset connections that wait to be accepted, so it is closed only after a moment without new
 * ones (T-103).
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const end = performance.now() + graceMs
  await untilQuiet(server, Math.min(longestUnrestMs, graceMs / 4))
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A kept connection becomes idle when its answer is done, and would stay open.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  await pTimeout(closed, { milliseconds: Math.max(0, end - performance.now()), message: false })
  clearInterval(sweep)
  // This does not close terminals, which end by themselves.
  server.closeAllConnections()
}

async function untilQuiet(server: Server, maxMs: number): Promise<void> {
  const end = performance.now() + maxMs
  let came = true
  const note = () => {
    came = true
  }
  server.on('connection', note)
  while (came && performance.now() < end) {
    came = false
    await sleep(quietMs)
    // A busy process runs its timers before it accepts waiting connections.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', note)
}
