import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createSqliteRateLimiter } from './create-sqlite-rate-limiter.ts'
import { forgetSqliteCounters } from './forget-sqlite-counters.ts'

const folder = temporaryFolder()
const limit = { name: 'login_account', points: 1, seconds: 3600 }
const ada = { names: ['login_account'], subjects: ['ada'] }

it('forgets counters while a gateway counts', async () => {
  const file = join(folder, 'counted.limits')
  const limiter = createSqliteRateLimiter({ file })
  await limiter.take(limit, 'ada')
  await limiter.take(limit, '192.0.2.1 ada')
  await limiter.take(limit, 'grace')
  expect(forgetSqliteCounters(file, ada)).toBe(2)
  expect(await limiter.take(limit, 'ada')).toMatchObject({ taken: 1 })
  expect(await limiter.look(limit, 'grace')).toMatchObject({ taken: 1 })
  await limiter.close()
})

it('makes no file where none is', () => {
  const file = join(folder, 'nowhere.limits')
  expect(forgetSqliteCounters(file, ada)).toBe(0)
  expect(existsSync(file)).toBe(false)
})
