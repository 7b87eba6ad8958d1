import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { closeInStages } from './close-in-stages.ts'
import { closeStalled } from './close-stalled.ts'

/** The limits of connections (T-94). */
export interface ConnectionRules {
  /** Seconds that an answer may wait for a client that reads nothing. */
  readonly stalledSeconds: number
  /** How many connections one network may have open. */
  readonly perNetwork: number
  /** The network of the address at the other end; none for what has no cap. */
  readonly networkOf: (address: string) => string | undefined
}

/** The connections of a server. */
export interface GuardedConnections {
  /** To be called for every request. */
  note(request: IncomingMessage, response: ServerResponse): void
  /** The answer to the newest request of a connection; none before the first one. */
  latest(socket: Duplex): ServerResponse<IncomingMessage> | undefined
}

const latest = Symbol('latest')

/** A connection with its newest answer. A property is cheaper than a table of connections. */
interface NotedSocket extends Duplex {
  [latest]?: ServerResponse | undefined
}

/**
 * Closes connections beyond their network's cap, and those whose client reads nothing while an answer waits.
 * A request that waits for the backend is not limited here.
 */
export function guardConnections(server: Server, rules: ConnectionRules): GuardedConnections {
  const latestOf = (socket: NotedSocket) => socket[latest]
  closeStalled(server, rules.stalledSeconds)
  server.on('connection', (socket: Socket & NotedSocket) => {
    const close = socket.destroySoon.bind(socket)
    socket.destroySoon = () => closeInStages(latestOf(socket)?.req, socket, close)
    // A closed connection may stay in memory for a while; its last answer, with its request, need not.
    socket.once('close', () => {
      socket[latest] = undefined
    })
  })
  capNetworks(server, rules)
  return {
    note({ socket }, response) {
      const noted: NotedSocket = socket
      noted[latest] = response
    },
    latest: latestOf,
  }
}

function capNetworks(server: Server, { perNetwork, networkOf }: ConnectionRules): void {
  const open = new Map<string, number>()
  server.on('connection', (socket) => {
    const network = networkOf(socket.remoteAddress ?? '')
    if (network === undefined) return
    const count = (open.get(network) ?? 0) + 1
    open.set(network, count)
    socket.once('close', () => {
      const left = (open.get(network) ?? 1) - 1
      if (left > 0) open.set(network, left)
      else open.delete(network)
    })
    // Closed without an answer, as Node does beyond the cap on all connections.
    if (count > perNetwork) socket.destroy()
  })
}
