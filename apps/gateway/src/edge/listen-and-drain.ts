import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import type { HttpSettings } from '@gatehouse/settings'
import pTimeout from 'p-timeout'

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

/** As long as connections come, at most so often, in milliseconds, they are still taken. */
const quietMs = 50

/** … but for no longer than this. */
const longestUnrestMs = 1000

/**
 * Takes no new connections; those that are still busy when the grace period ends are cut. What was
 * sent before is not lost: closing resets connections that wait to be accepted, so that the door is
 * closed only when none has come for a moment (T-103).
 */
export async function drain(server: Server, graceMs: number): Promise<void> {
  const end = performance.now() + graceMs
  await untilQuiet(server, Math.min(longestUnrestMs, graceMs / 4))
  const closed = new Promise<void>((resolve) => server.close(() => resolve()))
  // A connection that clients keep alive becomes idle when its answer is done, and stays open.
  const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
  await pTimeout(closed, { milliseconds: Math.max(0, end - performance.now()), message: false })
  clearInterval(sweep)
  // It does not know those that have become terminals: they have an end of their own.
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
    // A busy process looks at its timers first: what waits to be accepted comes after them.
    await nextTurn()
    await nextTurn()
  }
  server.off('connection', note)
}
