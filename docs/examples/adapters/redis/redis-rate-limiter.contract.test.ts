/** Needs a Redis or a Valkey at `REDIS_URL`. */
import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { createServer } from 'node:net'
import { describe, it } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { rateLimiterContract, registerContract } from '@gatehouse/auth-core/contracts'
import type { RateLimiter } from '@gatehouse/auth-core/ports'
import { createRedisRateLimiter } from './redis-rate-limiter.ts'

const url = process.env.REDIS_URL ?? 'redis://127.0.0.1:6379'
const opened = new Map<RateLimiter, () => void>()

registerContract(
  { describe, it },
  'Redis',
  rateLimiterContract({
    open: async () => open(url),
    openBroken: async () => open('redis://127.0.0.1:1'),
    close: async (limiter) => opened.get(limiter)?.(),
    // The server counts by its own clock, by which a timer may be a millisecond early.
    pass: (seconds) => sleep(seconds * 1000 + 5),
  }),
)

const limit = { name: 'login', points: 1, seconds: 3600 }

it('shares counts between replicas, and not between prefixes', async () => {
  const [key, prefix] = [randomUUID(), `other-${randomUUID()}:`]
  const [one, other] = [open(url), open(url)]
  const apart = createRedisRateLimiter({ url, prefix })
  await one.take(limit, key)
  assert.equal((await other.take(limit, key)).taken, 2)
  assert.equal((await apart.take(limit, key)).taken, 1)
  for (const each of [one, other, apart]) each.close()
})

it('gives up on a server that is silent', async () => {
  const silent = createServer((socket) => socket.resume())
  const port = await new Promise<number>((resolve) => {
    silent.listen(0, '127.0.0.1', () => resolve((silent.address() as { port: number }).port))
  })
  const limiter = open(`redis://127.0.0.1:${port}`)
  await assert.rejects(limiter.take(limit, 'key'), { port: 'rate_limiter' })
  limiter.close()
  silent.close()
})

it('says so when it was closed', async () => {
  const limiter = open(url)
  await limiter.take(limit, randomUUID())
  limiter.close()
  limiter.close()
  await assert.rejects(limiter.take(limit, 'key'), { failure: 'unavailable' })
})

function open(address: string) {
  const limiter = createRedisRateLimiter({ url: address })
  opened.set(limiter, limiter.close)
  return limiter
}
