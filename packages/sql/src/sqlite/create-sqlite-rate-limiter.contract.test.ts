import { join } from 'node:path'
import {
  type RateLimiterSubject,
  rateLimiterContract,
  registerContract,
} from '@gatehouse/auth-core/contracts'
import type { RateLimiter } from '@gatehouse/auth-core/ports'
import { afterAll, beforeAll, describe, it } from '@jest/globals'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createSqliteRateLimiter, type SqliteRateLimiter } from './create-sqlite-rate-limiter.ts'

let secondsPassed = 0
const { now } = Date
beforeAll(() => {
  Date.now = () => now() + secondsPassed * 1000
})
afterAll(() => {
  Date.now = now
})

registerContract(
  { describe, it },
  'SQLite in a file',
  rateLimiterContract(subject(join(temporaryFolder(), 'limits.db'))),
)
registerContract({ describe, it }, 'SQLite in memory', rateLimiterContract(subject(':memory:')))

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
