import { type Allowance, type Limit, PortError, type RateLimiter } from '@gatehouse/auth-core/ports'
import { createClient } from '@redis/client'
import { scripts } from './scripts.ts'

/** Where the counters are. */
export interface RedisRateLimiterOptions {
  /** `redis://` or `rediss://`, of a Redis or a Valkey. Replicas share it. */
  readonly url: string
  /** The beginning of every key; `limits:` unless given. */
  readonly prefix?: string
}

/** A {@link RateLimiter} that holds a connection. */
export interface RedisRateLimiter extends RateLimiter {
  /** Closes it; what is under way fails. A repeated call does nothing. */
  close(): void
}

/** Milliseconds after which an answer is given up. */
const patienceMs = 2000

/**
 * A {@link RateLimiter} in Redis or Valkey: a counter is a key that ends with its window. Connects by itself, and
 * again when the connection is lost; while there is none, every call fails at once.
 */
export function createRedisRateLimiter(options: RedisRateLimiterOptions): RedisRateLimiter {
  const { url, prefix = 'limits:' } = options
  const client = createClient({
    url,
    // A count that is made later is made for a request that was answered long ago.
    disableOfflineQueue: true,
    maintNotifications: 'disabled',
    socket: {
      connectTimeout: patienceMs,
      reconnectStrategy: (retries) => Math.min(50 * 2 ** Math.min(retries, 6), 2000),
    },
  })
  /** Settles with the first attempt to connect. Later ones are made behind the calls. */
  const attempted = new Promise<void>((resolve) => {
    for (const event of ['ready', 'error'] as const) client.on(event, () => resolve())
  })
  client.connect().catch(() => undefined)

  async function run(script: string, limit: Limit, key: string): Promise<unknown> {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new PortError('rate_limiter', 'timeout')), patienceMs)
    })
    try {
      await Promise.race([attempted, late])
      const keys = [prefix + counterKey(limit, key)]
      const asked = client.eval(script, { keys, arguments: [String(limit.seconds * 1000)] })
      return await Promise.race([asked, late])
    } catch (error) {
      if (error instanceof PortError) throw error
      throw new PortError('rate_limiter', 'unavailable', error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    async take(limit, key) {
      const window = readWindow(await run(scripts.take, limit, key))
      return { ...window, allowed: window.taken <= limit.points }
    },

    async look(limit, key) {
      const window = readWindow(await run(scripts.look, limit, key))
      return { ...window, allowed: window.taken < limit.points }
    },

    refund: async (limit, key) => void (await run(scripts.refund, limit, key)),

    reset: async (limit, key) => void (await run(scripts.reset, limit, key)),

    close() {
      if (client.isOpen) client.destroy()
    },
  }
}

/** The key of a counter. JSON, so that no two pairs of a name and a key give the same text. */
function counterKey({ name }: Limit, key: string): string {
  return JSON.stringify([name, key])
}

/** @throws {PortError} When the answer is not that of our scripts. */
function readWindow(answer: unknown): Pick<Allowance, 'taken' | 'retryAfter'> {
  const [taken, leftMs] = Array.isArray(answer) ? (answer as readonly unknown[]) : []
  if (typeof taken !== 'number' || typeof leftMs !== 'number') {
    throw new PortError('rate_limiter', 'corrupt')
  }
  return { taken, retryAfter: Math.ceil(leftMs / 1000) }
}
