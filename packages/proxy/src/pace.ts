import type { IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { createLinkedList } from './linked-list.ts'
import { bytesTaken, type Progress, progressOf } from './progress.ts'

/** How slow a client may be, and what happens to one that is slower. */
export interface PaceRules<Exchange extends PacedExchange> {
  /** How long it may be slower than that, in seconds, before it is too slow. */
  readonly graceSeconds: number
  /** How fast it has to send its body and to take its answer, in bytes a second. */
  readonly minBytesPerSecond: number
  /** Called once for each exchange whose client was too slow for too long. */
  readonly tooSlow: (exchange: Exchange) => void
}

/** A request whose client is watched. */
export interface PacedExchange {
  /** Its body may be on the way. */
  readonly request: IncomingMessage
}

/** Watches clients that send or read. */
export interface PaceWatch<Exchange extends PacedExchange> {
  /** Begins to watch. @returns What ends it. */
  watch(exchange: Exchange): () => void
}

/** Fit for a modem. */
export const defaultMinBytesPerSecond = 500

/** How often clients are looked at, in milliseconds; more often where there is little grace. */
const usualPeriodMs = 1000

/** A connection. It stays on record while it is open: one for each request would cost the garbage collector. */
interface Connection<Exchange> {
  /** The newest request; none between two of them. */
  exchange: Exchange | undefined
  /** The part of the grace that is left, in milliseconds. */
  leftMs: number
  seen: Progress | undefined
}

/**
 * Watches that clients keep a pace (T-89, T-94). Time counts only while the client is the one that is
 * waited for: its body has not come as a whole and there is room for it, or the system has taken no
 * more of the answer. Every byte buys time, up to the grace again.
 *
 * All are looked at together, once a second: to watch a request that is over before costs next to nothing.
 */
export function createPaceWatch<Exchange extends PacedExchange>({
  graceSeconds,
  minBytesPerSecond,
  tooSlow,
}: PaceRules<Exchange>): PaceWatch<Exchange> {
  const graceMs = graceSeconds * 1000
  const periodMs = Math.min(usualPeriodMs, Math.max(10, graceMs / 4))
  const open = createLinkedList<Connection<Exchange>>()
  // A property is cheaper than a table of connections, for the garbage collector as well.
  const watched = Symbol('watched')
  type WatchedSocket = Socket & { [watched]?: Connection<Exchange> }
  let isSet = false
  let lookedAt = 0

  function schedule(): void {
    if (isSet) return
    isSet = true
    lookedAt = performance.now()
    setTimeout(lookAtAll, periodMs).unref()
  }

  function lookAtAll(): void {
    isSet = false
    const passedMs = performance.now() - lookedAt
    let isAny = false
    for (const one of open.values()) {
      const { exchange } = one
      if (!exchange) continue
      isAny = true
      spend(one, exchange.request, Math.min(passedMs, 2 * periodMs))
      if (one.leftMs > 0) continue
      one.exchange = undefined
      tooSlow(exchange)
    }
    if (isAny) schedule()
  }

  function spend(one: Connection<Exchange>, request: IncomingMessage, passedMs: number): void {
    const { socket } = request
    const { seen } = one
    const now = progressOf(socket)
    one.seen = now
    const owesBody = isBodyAwaited(request)
    const owesReading = socket.writableLength > 0
    // What came before the first look is not known to have been slow.
    if (seen === undefined || !(owesBody || owesReading)) return
    const bytes =
      (owesBody ? now.received - seen.received : 0) + (owesReading ? bytesTaken(seen, now) : 0)
    one.leftMs = Math.min(graceMs, one.leftMs - passedMs + (bytes / minBytesPerSecond) * 1000)
  }

  function connectionOf(socket: WatchedSocket): Connection<Exchange> {
    const known = socket[watched]
    if (known) return known
    const made: Connection<Exchange> = { exchange: undefined, leftMs: graceMs, seen: undefined }
    socket[watched] = made
    socket.once('close', open.add(made))
    return made
  }

  return {
    watch(exchange) {
      const { socket } = exchange.request
      if (socket.destroyed) return () => undefined
      const one = connectionOf(socket)
      one.exchange = exchange
      one.leftMs = graceMs
      one.seen = undefined
      schedule()
      return () => {
        if (one.exchange === exchange) one.exchange = undefined
      }
    },
  }
}

/** Whether the client could send more of its body than it does. */
export function isBodyAwaited(request: IncomingMessage): boolean {
  return !request.complete && request.readableLength < request.readableHighWaterMark
}
