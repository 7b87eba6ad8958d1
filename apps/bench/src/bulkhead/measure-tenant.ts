import { Agent, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { quantile } from '../quantile.ts'

/** What the second tenant found. */
export interface TenantResult {
  readonly requests: number
  /** Those that were not answered with 200. */
  readonly refused: number
  /** Milliseconds. */
  readonly p50: number
  /** Milliseconds. */
  readonly p99: number
}

/** Who asks, and for how long. */
export interface TenantLoad {
  readonly port: number
  readonly token: string
  readonly seconds: number
}

/** So many ask at the same time. */
const clients = 4

/** Between an answer and the next request, in milliseconds. */
const pauseMs = 20

/** Asks now and then, as people at a dashboard do, from a network of their own. */
export async function measureTenant({ port, token, seconds }: TenantLoad): Promise<TenantResult> {
  const agent = new Agent({ keepAlive: true })
  const end = performance.now() + seconds * 1000
  const milliseconds: number[] = []
  let refused = 0
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      if ((await ask({ port, token, agent })) === 200) milliseconds.push(performance.now() - begun)
      else refused += 1
      await sleep(pauseMs)
    }
  }
  await Promise.all(Array.from({ length: clients }, client))
  agent.destroy()
  return {
    requests: milliseconds.length + refused,
    refused,
    p50: quantile(milliseconds, 0.5),
    p99: quantile(milliseconds, 0.99),
  }
}

/** @returns The status; 0 when the connection broke. */
function ask({
  port,
  token,
  agent,
}: Omit<TenantLoad, 'seconds'> & { readonly agent: Agent }): Promise<number> {
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' }
  const options = { host: '127.0.0.1', port, path: '/api/quick', agent, headers }
  return new Promise((resolve) => {
    request(options, (response) => {
      response.resume()
      response.once('end', () => resolve(response.statusCode ?? 0))
      response.once('error', () => resolve(0))
    })
      .once('error', () => resolve(0))
      .end()
  })
}
