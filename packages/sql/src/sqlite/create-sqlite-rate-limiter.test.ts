import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import Sqlite from 'better-sqlite3'
import { processTimeout, raceProcesses } from '../../test-support/processes/fork-process.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createSqliteRateLimiter, type SqliteRateLimiter } from './create-sqlite-rate-limiter.ts'

const folder = temporaryFolder()
const limit = { name: 'login', points: 3, seconds: 3600 }

let limiter: SqliteRateLimiter
beforeEach(() => {
  limiter = createSqliteRateLimiter({ file: ':memory:' })
})
afterEach(() => limiter.close())

it('counts refused operations too', async () => {
  const taken: unknown[] = []
  for (let count = 0; count < 5; count += 1) taken.push(await limiter.take(limit, 'ada'))
  expect(taken).toMatchObject([
    { allowed: true, taken: 1 },
    { allowed: true, taken: 2 },
    { allowed: true, taken: 3 },
    { allowed: false, taken: 4 },
    { allowed: false, taken: 5 },
  ])
})

it('shares a count between limits of one name, each with its own number of points', async () => {
  for (let count = 0; count < 3; count += 1) await limiter.take(limit, 'ada')
  const wider = { ...limit, points: 10, seconds: 60 }
  expect(await limiter.take(wider, 'ada')).toMatchObject({ allowed: true, taken: 4 })
  expect(await limiter.look(limit, 'ada')).toMatchObject({ allowed: false, taken: 4 })
})

it('does not confuse a name and a key with another pair', async () => {
  await limiter.take({ ...limit, name: 'a' }, 'b:c')
  expect(await limiter.look({ ...limit, name: 'a:b' }, 'c')).toMatchObject({ taken: 0 })
})

it('gives back no more than was taken, and nothing of a window that never began', async () => {
  await limiter.refund(limit, 'ada')
  expect(await limiter.take(limit, 'ada')).toMatchObject({ taken: 1 })
  await limiter.refund(limit, 'ada')
  await limiter.refund(limit, 'ada')
  expect(await limiter.take(limit, 'ada')).toMatchObject({ taken: 1 })
})

it('has another thread wait for the disk that keeps its counts, and ends it', async () => {
  const own = createSqliteRateLimiter({ file: join(folder, 'counted.db') })
  const before = threads()
  for (let count = 0; count < 127; count += 1) await own.take(limit, 'ada')
  expect(threads()).toBe(before)
  await own.take(limit, 'ada')
  expect(threads()).toBe(before + 1)
  await own.close()
  expect(threads()).toBe(before)
})

it('waits for another program that writes, and holds up nothing else (B-184)', async () => {
  const file = join(folder, 'locked.db')
  const shared = createSqliteRateLimiter({ file })
  const other = new Sqlite(file)
  other.exec('begin immediate')
  const counts = [shared.take(limit, 'ada'), shared.take(limit, 'ada'), shared.look(limit, 'eve')]
  // Only an event loop that goes on comes here.
  for (let turn = 0; turn < 5; turn += 1) await new Promise((resolve) => setTimeout(resolve, 5))
  other.exec('commit')
  expect((await Promise.all(counts)).map(({ taken }) => taken).toSorted()).toEqual([0, 1, 2])
  other.close()
  await shared.close()
})

describe('windows that have ended', () => {
  it('go in the course of time, and running ones stay', async () => {
    const file = join(folder, 'swept.db')
    const shared = createSqliteRateLimiter({ file })
    await shared.take(limit, 'running')
    const raw = new Sqlite(file)
    const insert = raw.prepare('insert into counters (key, points, expire) values (?, 1, 1)')
    for (let count = 0; count < 100; count += 1) insert.run(`ended-${count}`)

    for (let count = 0; count < 64; count += 1) await shared.take(limit, 'another')
    const keys = raw.prepare('select key from counters order by key').pluck().all()
    expect(keys).toEqual(['["login","another"]', '["login","running"]'])
    raw.close()
    await shared.close()
  })
})

it('keeps its counts in a file that only its owner can read', async () => {
  const file = join(folder, 'kept.db')
  const first = createSqliteRateLimiter({ file })
  await first.take(limit, 'ada')
  await first.close()
  const second = createSqliteRateLimiter({ file })
  expect(await second.look(limit, 'ada')).toMatchObject({ taken: 1 })
  await second.close()
  expect(statSync(file).mode & 0o777).toBe(0o600)
})

it(
  'T-81: allows exactly its points to processes that count at once',
  async () => {
    const file = join(folder, 'shared.db')
    const program = new URL('../../test-support/processes/take-many.ts', import.meta.url)
    const allowed = (await raceProcesses(3, program, file)) as number[]
    expect(allowed.reduce((sum, count) => sum + count)).toBe(20)
  },
  processTimeout,
)

describe('a failure', () => {
  const failure = { port: 'rate_limiter', failure: 'unavailable' }

  it('is reported when the folder is not there', () => {
    const open = () => createSqliteRateLimiter({ file: join(folder, 'nowhere', 'x.db') })
    expect(open).toThrow(expect.objectContaining(failure))
  })

  it('is reported by every method once the file was closed', async () => {
    await limiter.close()
    await limiter.close()
    await expect(limiter.take(limit, 'ada')).rejects.toMatchObject(failure)
    await expect(limiter.look(limit, 'ada')).rejects.toMatchObject(failure)
    await expect(limiter.refund(limit, 'ada')).rejects.toMatchObject(failure)
    await expect(limiter.reset(limit, 'ada')).rejects.toMatchObject(failure)
  })
})

/** How many threads this process has (Linux). */
function threads(): number {
  return readdirSync('/proc/self/task').length
}
