import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeInStages } from './close-in-stages.ts'

/** The limits of connections (T-94). */
export interface ConnectionRules {
  /** Seconds that an answer may wait for a client that reads nothing. */
  readonly stalledSeconds: number
  /** How many connections one network may have open. */
  readonly perNetwork: number
  /** The network of the address at the other end; none for what has no cap. */
  readonly networkOf: (address: string) => string | undefined
}

/**
 * Closes connections beyond their network's cap, and those whose client reads nothing while an answer waits.
 * A request that waits for the backend is not limited here.
 *
 * @returns The function to call for every request.
 */
export function guardConnections(
  server: Server,
  rules: ConnectionRules,
): (request: IncomingMessage, response: ServerResponse) => void {
  const latest = new WeakMap<Socket, ServerResponse>()
  server.timeout = rules.stalledSeconds * 1000
  // Node closes the connection itself only without a listener; an idle kept connection also ends here.
  server.on('timeout', (socket: Socket) => {
    const response = latest.get(socket)
    const isUnderWay = response !== undefined && !response.writableFinished
    if (isUnderWay && socket.writableLength === 0) socket.setTimeout(server.timeout)
    else socket.destroy()
  })
  // Terminals have their own limits.
  server.prependListener('upgrade', (_request, socket: Socket) => void socket.setTimeout(0))
  server.on('connection', (socket: Socket) => {
    const close = socket.destroySoon.bind(socket)
    socket.destroySoon = () => closeInStages(latest.get(socket)?.req, socket, close)
  })
  capNetworks(server, rules)
  return (request, response) => void latest.set(request.socket, response)
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
