import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A TCP proxy to a server on loopback whose connections can be cut and delayed. */
export interface Relay {
  readonly port: number
  /** Resets every connection. */
  cut(): void
  /** From now on data arrives so much later, in both directions. */
  delay(milliseconds: number): void
  /** Resets every connection and stops listening. */
  close(): Promise<void>
}

/** Starts a relay on loopback. @param target The port of the server. */
export async function startRelay(target: number): Promise<Relay> {
  const sockets = new Set<Socket>()
  let delayMs = 0
  const server = createServer((near) => {
    const far = connect(target, '127.0.0.1')
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
      pass(from, to, () => delayMs)
    }
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const cut = () => {
    for (const socket of sockets) {
      // Node tries to reset one that is shutting down, is refused (EINVAL), and never closes it.
      if (socket.writableEnded) socket.destroy()
      else socket.resetAndDestroy()
    }
  }
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    delay(milliseconds) {
      delayMs = milliseconds
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      cut()
      await closed
    },
  }
}

/** Passes data on in order, each piece with the delay of its time. */
function pass(from: Socket, to: Socket, delayMs: () => number): void {
  let before = Promise.resolve()
  const inTurn = (step: () => void) => {
    const due = delayMs() > 0 ? sleep(delayMs()) : undefined
    before = before.then(() => due).then(step)
  }
  from.on('data', (data) => inTurn(() => to.write(data)))
  from.on('end', () => inTurn(() => to.end()))
}
