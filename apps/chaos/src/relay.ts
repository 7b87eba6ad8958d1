import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy to a server on loopback whose connections can be held, cut and delayed. */
export interface Relay {
  readonly port: number
  /** Resets every connection. */
  cut(): void
  /** Delays all data from now on, in both directions. */
  delay(milliseconds: number): void
  /** Resets every connection, and each new one at once, until it is told `false`. */
  refuse(isRefused: boolean): void
  /** New connections lead to the server at this port. Those that are open stay. */
  lead(target: number): void
  /** Decides from now on about each piece that is on its way to the server. */
  choose(passage: (piece: Buffer, link: Link) => Passage): void
  /** Resets every connection and stops listening. */
  close(): Promise<void>
}

/** One connection; the same object for each of its pieces. */
export type Link = Readonly<Record<never, never>>

/** What becomes of a piece on its way to the server. */
export type Passage =
  | 'pass'
  /** It is lost, and so is all that comes after it on this connection. */
  | 'swallow'
  /** It arrives, and the connection is destroyed in place of an answer. */
  | 'cut answer'
  /** It arrives once this is settled, and what comes after it then too. */
  | { readonly hold: Promise<void> }

/** Starts a relay on loopback. @param target The port of the server. */
export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  let isRefusing = false
  let server = target
  let choose: (piece: Buffer, link: Link) => Passage = () => 'pass'
  const listener = createServer((near) => {
    near.on('error', () => undefined)
    if (isRefusing) return void near.resetAndDestroy()
    const far = connect(server, '127.0.0.1')
    const link: Link & { isCut?: boolean } = {}
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from)
      from.setNoDelay()
      from.on('error', () => undefined)
      from.on('close', () => {
        sockets.delete(from)
        to.destroy()
      })
    }
    const delay = () => delayMs
    pass({ from: near, to: far, delay, choose: (piece) => choose(piece, link), link })
    pass({ from: far, to: near, delay, choose: () => 'pass', link })
  })
  await once(listener.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of sockets) {
      // Node tries to reset a socket that is shutting down, fails with EINVAL, and never closes it.
      if (socket.writableEnded) socket.destroy()
      else socket.resetAndDestroy()
    }
  }
  return {
    port: (listener.address() as AddressInfo).port,
    cut,
    delay(milliseconds) {
      delayMs = milliseconds
    },
    refuse(isRefused) {
      isRefusing = isRefused
      if (isRefused) cut()
    },
    lead(port) {
      server = port
    },
    choose(passage) {
      choose = passage
    },
    async close() {
      const closed = once(listener, 'close')
      listener.close()
      cut()
      await closed
    },
  }
}

interface OneWay {
  readonly from: Socket
  readonly to: Socket
  readonly delay: () => number
  readonly choose: (piece: Buffer) => Passage
  /** Of both ways: whether an answer is cut off. */
  readonly link: { isCut?: boolean }
}

/** Passes data on in order, each piece with the delay of its time. */
function pass({ from, to, delay, choose, link }: OneWay): void {
  let before: Promise<unknown> = Promise.resolve()
  let isSwallowed = false
  const inTurn = (step: () => void) => {
    const due = delay() > 0 ? sleep(delay()) : undefined
    before = before.then(() => due).then(step)
  }
  from.on('data', (data) => {
    if (link.isCut) {
      from.destroy()
      to.destroy()
      return
    }
    const passage = isSwallowed ? 'swallow' : choose(data)
    if (passage === 'swallow') {
      isSwallowed = true
      return
    }
    if (passage === 'cut answer') link.isCut = true
    if (typeof passage === 'object') {
      const { hold } = passage
      before = before.then(() => hold)
    }
    inTurn(() => to.write(data))
  })
  from.on('end', () => inTurn(() => to.end()))
}
