import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosEnvironment } from './chaos-environment.ts'
import type { Recovery } from './evidence.ts'

/** A request is sent this often. */
const everyMs = 200

/** How many requests may wait at one gateway. */
const maxWaiting = 10

/**
 * Sends each gateway requests that need the database, again and again. A gateway that is killed meanwhile is
 * left out.
 */
export function measureRecovery({ gateways }: Pick<ChaosEnvironment, 'gateways'>): {
  /** Waits until each has worked. @param back When the database was, in epoch milliseconds. */
  since(back: number): Promise<readonly Recovery[]>
} {
  const askers = gateways.map(({ name, url, process }) => {
    const before = process()
    return { name, worked: firstSuccess(url), isSame: () => process() === before }
  })
  return {
    async since(back) {
      const recoveries: Recovery[] = []
      for (const { name, worked, isSame } of askers) {
        const milliseconds = Math.max(0, (await worked) - back)
        if (isSame()) recoveries.push({ gateway: name, milliseconds })
      }
      return recoveries
    },
  }
}

/** The time of the first successful request. Requests do not wait for earlier ones. */
async function firstSuccess(url: string): Promise<number> {
  let success: number | undefined
  let waiting = 0
  const ask = async () => {
    waiting += 1
    if (await isServed(url)) success ??= Date.now()
    waiting -= 1
  }
  while (success === undefined) {
    if (waiting < maxWaiting) void ask()
    await sleep(everyMs)
  }
  return success
}

/** Whether the gateway answers. It looks up an unknown address and records that: both need the database. */
async function isServed(url: string): Promise<boolean> {
  try {
    const { status } = await fetch(`${url}/api/auth/forgot-password`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'nobody@example.com' }),
    })
    return status === 200
  } catch {
    return false
  }
}
