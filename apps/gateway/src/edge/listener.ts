import cluster from 'node:cluster'
import type { Server } from 'node:http'
import {
  type AddressInfo,
  createServer,
  type ListenOptions,
  type Server as NetServer,
} from 'node:net'
import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import type { HttpSettings } from '@gatehouse/settings'
import pTimeout from 'p-timeout'

/**
 * How many new connections may wait to be accepted; the system may allow fewer. Of those that come beyond it
 * the system knows nothing, and clients try again after seconds only, right among a flood (T-90).
 */
const backlog = 4096

/**
 * How many connections are accepted in a turn of the event loop. A worker gets its connections from the
 * process that started it, and several listeners on one port are asked of Linux alone.
 */
const perTurn = process.platform === 'linux' && !cluster.isWorker ? 8 : 1

/** Where a server listens. */
type Address = Pick<HttpSettings, 'host' | 'port'>

/** Brings connections to a server. */
export interface Listener {
  /** Begins to listen. @throws {Error} When the address is taken (`code` is `EADDRINUSE`). */
  listen(address: Address): Promise<AddressInfo>
  /** How many connections are open. */
  connections(): Promise<number>
  /**
   * Stops accepting connections, and closes those that are still busy when the grace period ends. Closing the
   * listener would reset connections that wait to be accepted, so it is closed only after a moment without new
   * ones (T-103).
   *
   * @param graceMs In milliseconds.
   */
  drain(graceMs: number): Promise<void>
}

/**
 * Node accepts one connection of a listener in a turn of its event loop. Under a flood a turn takes some
 * milliseconds, and whoever comes anew would wait behind all that came before, for ten seconds and more (T-90). So
 * there are several listeners on one port, among which the system divides what comes.
 */
export function createListener(server: Server): Listener {
  // Like an HTTP server of Node.
  const options = { allowHalfOpen: true, noDelay: true }
  const others: readonly NetServer[] = Array.from({ length: perTurn - 1 }, () =>
    createServer(options, (socket) => void server.emit('connection', socket)),
  )
  const all: readonly NetServer[] = [server, ...others]

  async function listen({ host, port }: Address): Promise<AddressInfo> {
    const reusePort = perTurn > 1
    // A second gateway could share the port as well, without a word.
    if (reusePort && port !== 0) await assertFree({ host, port })
    const address = await bind(server, { host, port, backlog, reusePort })
    try {
      for (const other of others) {
        await bind(other, { host, port: address.port, backlog, reusePort })
      }
    } catch (error) {
      void close()
      throw error
    }
    return address
  }

  async function close(): Promise<void> {
    await Promise.all(all.map((each) => new Promise<void>((done) => each.close(() => done()))))
  }

  return {
    listen,
    async connections() {
      const counts = await Promise.all(all.map((each) => promisify(each.getConnections).call(each)))
      return counts.reduce((sum, count) => sum + count, 0)
    },
    async drain(graceMs) {
      const end = performance.now() + graceMs
      await untilQuiet(server, Math.min(longestUnrestMs, graceMs / 4))
      const closed = close()
      // A kept connection becomes idle when its answer is done, and would stay open.
      const sweep = setInterval(() => server.closeIdleConnections(), sweepMs)
      await pTimeout(closed, { milliseconds: Math.max(1, end - performance.now()), message: false })
      clearInterval(sweep)
      // This does not close terminals, which end by themselves.
      server.closeAllConnections()
    },
  }
}

async function assertFree(address: Address): Promise<void> {
  const probe = createServer()
  await bind(probe, address)
  await promisify(probe.close).call(probe)
}

function bind(server: NetServer, options: ListenOptions): Promise<AddressInfo> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(options, () => {
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
