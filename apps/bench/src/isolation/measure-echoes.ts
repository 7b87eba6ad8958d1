import { setTimeout as sleep } from 'node:timers/promises'
import { WebSocket } from 'ws'
import type { AskedResult } from '../ask.ts'
import { quantile } from '../quantile.ts'

/** Terminals that are open at the same time, and messages a second on all of them. */
export const terminals = { count: 4, perSecond: 200 }

/** What a person types, in bytes. */
const keystroke = 'x'

/**
 * Types on terminals at a steady rate, however slowly it is answered, and waits for what comes back.
 *
 * @param urls One for each terminal, with its token.
 */
export async function measureEchoes(
  urls: readonly string[],
  seconds: number,
): Promise<AskedResult> {
  const opened = await Promise.all(urls.map(open))
  const milliseconds: number[] = []
  const begun = performance.now()
  const total = seconds * terminals.perSecond
  for (let count = 0; count < total; count += 1) {
    await sleep(Math.max(0, begun + (count * 1000) / terminals.perSecond - performance.now()))
    const terminal = opened[count % opened.length]
    terminal?.type((taken) => milliseconds.push(taken))
  }
  await Promise.all(opened.map((terminal) => terminal.close()))
  return {
    requests: total,
    refused: total - milliseconds.length,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
  }
}

interface Terminal {
  /** Sends a keystroke, and tells how long its echo took, in milliseconds. */
  type(tell: (milliseconds: number) => void): void
  /** Waits for what is under way, and hangs up. */
  close(): Promise<void>
}

async function open(url: string): Promise<Terminal> {
  const socket = new WebSocket(url)
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('open', resolve)
  socket.once('error', reject)
  const waiting: ((at: number) => void)[] = []
  // Echoes come in the order in which they were sent.
  socket.on('message', () => waiting.shift()?.(performance.now()))
  await promise
  return {
    type(tell) {
      const sent = performance.now()
      waiting.push((at) => tell(at - sent))
      socket.send(keystroke)
    },
    async close() {
      const until = performance.now() + patienceMs
      while (waiting.length > 0 && performance.now() < until) await sleep(10)
      socket.terminate()
    },
  }
}

/** After so many milliseconds an echo counts as lost. */
const patienceMs = 5000
