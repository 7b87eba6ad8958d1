import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AskedResult, ask } from '../ask.ts'
import { quantile } from '../quantile.ts'

/** Who asks for what, and for how long. */
export interface ProxiedLoad {
  /** What the backend answers to. */
  readonly url: string
  /** Access tokens, in turns. */
  readonly tokens: readonly string[]
  readonly seconds: number
}

/** Requests a second, however slowly they are answered. */
export const proxiedPerSecond = 200

/** Asks at a steady rate, and waits for all answers. */
export async function measureProxied(load: ProxiedLoad): Promise<AskedResult> {
  const agent = new Agent({ keepAlive: true })
  const milliseconds: number[] = []
  const asked: Promise<void>[] = []
  const begun = performance.now()
  for (let count = 0; count < load.seconds * proxiedPerSecond; count += 1) {
    await sleep(Math.max(0, begun + (count * 1000) / proxiedPerSecond - performance.now()))
    const token = load.tokens[count % load.tokens.length] ?? ''
    const before = performance.now()
    const answered = ask({
      url: load.url,
      agent,
      headers: { authorization: `Bearer ${token}` },
    }).then((status) => {
      if (status === 200) milliseconds.push(performance.now() - before)
    })
    asked.push(answered)
  }
  await Promise.all(asked)
  agent.destroy()
  return {
    requests: asked.length,
    refused: asked.length - milliseconds.length,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
  }
}
