import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../quantile.ts'

/** What everybody else found. */
export interface ProxiedResult {
  readonly requests: number
  /** Those that were not answered with 200. */
  readonly refused: number
  /** Milliseconds. */
  readonly p50: number
  /** Milliseconds. */
  readonly p99: number
}

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
export async function measureProxied(load: ProxiedLoad): Promise<ProxiedResult> {
  const agent = new Agent({ keepAlive: true })
  const milliseconds: number[] = []
  const asked: Promise<void>[] = []
  const begun = performance.now()
  for (let count = 0; count < load.seconds * proxiedPerSecond; count += 1) {
    await sleep(Math.max(0, begun + (count * 1000) / proxiedPerSecond - performance.now()))
    const token = load.tokens[count % load.tokens.length] ?? ''
    const before = performance.now()
    const answered = ask(load.url, token, agent).then((status) => {
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

/** @returns The status; 0 when the connection broke. */
function ask(url: string, token: string, agent: Agent): Promise<number> {
  const headers = { authorization: `Bearer ${token}` }
  return new Promise((resolve) => {
    request(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve(0))
    })
      .once('error', () => resolve(0))
      .end()
  })
}
