import type { IncomingMessage } from 'node:http'
import type { Server, Socket } from 'node:net'

/** How many connections a server takes, and how many more for what has to get through. */
export interface ConnectionReserve {
  /** How many may be open at once. */
  readonly maxConnections: number
  /** The targets that are answered on connections beyond that. */
  readonly probes: RegExp
  /** How many more may be open, each for one short request; 32 unless it is set. */
  readonly reserve?: number
  /** How long each of those lives, in seconds; 5 unless it is set. */
  readonly seconds?: number
}

/**
 * Whether there is room for a request: there is; it may be answered although there is none; or it may
 * not. In the last two cases its connection is to be closed with the answer.
 */
export type Room = 'free' | 'probe' | 'none'

/** Until a connection that is destroyed no longer counts, the next ones may have come. */
const slack = 32

/**
 * Takes some connections beyond the most that there may be, so that who asks whether the service
 * lives gets an answer whatever is full, and others are told why they do not. When these are taken as well,
 * the oldest that has sent nothing makes room for the next.
 *
 * @returns Asked once for each request, upgrades too.
 */
export function reserveConnections(
  server: Server,
  { maxConnections, probes, reserve = 32, seconds = 5 }: ConnectionReserve,
): (request: IncomingMessage) => Room {
  const extra = new Set<Socket>()
  const silent = new Set<Socket>()
  let open = 0
  server.maxConnections = maxConnections + reserve + slack
  server.prependListener('connection', (socket: Socket) => {
    open += 1
    socket.once('close', () => {
      open -= 1
      extra.delete(socket)
      silent.delete(socket)
    })
    if (open <= maxConnections) return
    extra.add(socket)
    silent.add(socket)
    const timer = setTimeout(() => socket.destroy(), seconds * 1000).unref()
    socket.once('close', () => clearTimeout(timer))
    const [oldest] = silent
    if (extra.size > reserve) oldest?.destroy()
  })
  return ({ socket, url = '' }) => {
    silent.delete(socket)
    if (!extra.has(socket)) return 'free'
    return probes.test(url) ? 'probe' : 'none'
  }
}
