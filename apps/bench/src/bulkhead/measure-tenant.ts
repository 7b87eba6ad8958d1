import { Agent } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { type AskedResult, ask } from '../ask.ts'
import { quantile } from '../quantile.ts'

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
export async function measureTenant({ port, token, seconds }: TenantLoad): Promise<AskedResult> {
  const agent = new Agent({ keepAlive: true })
  const url = `http://127.0.0.1:${port}/api/quick`
  const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '192.0.2.1' }
  const end = performance.now() + seconds * 1000
  const milliseconds: number[] = []
  let refused = 0
  const client = async () => {
    while (performance.now() < end) {
      const begun = performance.now()
      if ((await ask({ url, agent, headers })) === 200) milliseconds.push(performance.now() - begun)
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
