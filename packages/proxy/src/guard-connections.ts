import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { closeInStages } from './close-in-stages.ts'

/** What connections are held to (T-94). */
export interface ConnectionRules {
  /** How long an answer may wait for a client that reads nothing. */
  readonly stalledSeconds: number
  /** How many connections one network may have open. */
  readonly perNetwork: number
  /** The network of the address at the other end; none for what has no cap. */
  readonly networkOf: (address: string) => string | undefined
}

/**
 * Closes connections beyond the cap of their network, and those whose client reads nothing while an
 * answer waits for it. A request that waits for the backend is left alone, however long.
 *
 * @returns To be told of every request.
 */
export function guardConnections(
  server: Server,
  rules: ConnectionRules,
): (request: IncomingMessage, response: ServerResponse) => void {
  const latest = new WeakMap<Socket, ServerResponse>()
  server.timeout = rules.stalledSeconds * 1000
  // Node hangs up by itself only as long as nothing listens; the end of a kept connection is told here
  // too.
  server.on('timeout', (socket: Socket) => {
    const response = latest.get(socket)
    const isUnderWay = response !== undefined && !response.writableFinished
    if (isUnderWay && socket.writableLength === 0) socket.setTimeout(server.timeout)
    else socket.destroy()
  })
  // What becomes a terminal has limits of its own.
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
    // Without a word, as Node does beyond the cap of all.
    if (count > perNetwork) socket.destroy()
  })
}
