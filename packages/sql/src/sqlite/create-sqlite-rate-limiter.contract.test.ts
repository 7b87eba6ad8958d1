import { join } from 'node:path'
import { type RateLimiterSubject, rateLimiterContract } from '@gatehouse/auth-core/contracts'
import type { RateLimiter } from '@gatehouse/auth-core/ports'
import { afterAll, beforeAll, jest } from '@jest/globals'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createSqliteRateLimiter, type SqliteRateLimiter } from './create-sqlite-rate-limiter.ts'

let secondsPassed = 0
beforeAll(() => {
  const { now } = Date
  jest.spyOn(Date, 'now').mockImplementation(() => now() + secondsPassed * 1000)
})
afterAll(() => {
  jest.restoreAllMocks()
})

rateLimiterContract('SQLite in a file', subject(join(temporaryFolder(), 'limits.db')))
rateLimiterContract('SQLite in memory', subject(':memory:'))

function subject(file: string): RateLimiterSubject {
  const limiters = new Map<RateLimiter, SqliteRateLimiter>()
  const open = async () => {
    const limiter = createSqliteRateLimiter({ file })
    limiters.set(limiter, limiter)
    return limiter
  }
  return {
    open,
    async openBroken() {
      const limiter = await open()
      await limiter.close()
      return limiter
    },
    async close(limiter) {
      await limiters.get(limiter)?.close()
    },
    async pass(seconds) {
      secondsPassed += seconds
    },
  }
}
