import { rateLimiterContract, registerContract } from '@gatehouse/auth-core/contracts'
import type { Limit, RateLimiter } from '@gatehouse/auth-core/ports'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  it,
  jest,
} from '@jest/globals'
import { sql } from 'kysely'
import { databaseSubject } from '../../test-support/database-subject.ts'
import { openTestDatabase } from '../../test-support/open-test-store.ts'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { processTimeout, raceProcesses } from '../../test-support/processes/fork-process.ts'
import type { Database } from '../database.ts'
import { createPostgresRateLimiter } from './create-postgres-rate-limiter.ts'
import { forgetPostgresCounters } from './forget-postgres-counters.ts'

const address = postgresDatabase()
const limit: Limit = { name: 'login', points: 3, seconds: 3600 }

let secondsPassed = 0
beforeAll(() => {
  const { now } = Date
  jest.spyOn(Date, 'now').mockImplementation(() => now() + secondsPassed * 1000)
})
afterAll(() => {
  jest.restoreAllMocks()
})

registerContract(
  { describe, it },
  'PostgreSQL',
  rateLimiterContract({
    ...databaseSubject<RateLimiter>(address, createPostgresRateLimiter),
    async pass(seconds) {
      secondsPassed += seconds
    },
  }),
)

describe('two replicas', () => {
  let database: Database
  let questions: number
  let one: RateLimiter
  let other: RateLimiter

  beforeEach(async () => {
    database = await openTestDatabase(address())
    await sql`delete from counters`.execute(database.db)
    questions = 0
    one = createPostgresRateLimiter({
      ...database,
      read(ask) {
        questions += 1
        return database.read(ask)
      },
    })
    other = createPostgresRateLimiter(database)
  })

  afterEach(() => database.close())

  it('share their counts', async () => {
    await times(2, () => one.take(limit, 'ada'))
    expect(await other.take(limit, 'ada')).toMatchObject({ allowed: true, taken: 3 })
    expect(await one.take(limit, 'ada')).toMatchObject({ allowed: false, taken: 4 })
  })

  it('count from the beginning what an operator has had forgotten', async () => {
    await times(2, () => one.take(limit, '192.0.2.1 ada'))
    await other.take(limit, 'grace')
    const ada = { names: [limit.name], subjects: ['ada'] }
    expect(await forgetPostgresCounters(database, ada)).toBe(1)
    expect(await one.take(limit, '192.0.2.1 ada')).toMatchObject({ taken: 1 })
    expect(await one.look(limit, 'grace')).toMatchObject({ taken: 1 })
  })

  it('ask the database nothing while a flood comes at what is used up', async () => {
    await times(4, () => one.take(limit, 'ada'))
    questions = 0
    const answers = await times(1_000, () => one.take(limit, 'ada'))
    answers.push(await one.look(limit, 'ada'))
    expect(answers.filter(({ allowed }) => allowed)).toEqual([])
    expect(answers.at(-1)).toMatchObject({ taken: 1_004 })
    expect(questions).toBe(0)
  })

  it('ask once in a few seconds, and count with that what had come meanwhile', async () => {
    await times(14, () => one.take(limit, 'ada'))
    expect(await other.look(limit, 'ada')).toMatchObject({ taken: 4 })
    secondsPassed += 6
    questions = 0
    expect(await one.take(limit, 'ada')).toMatchObject({ allowed: false, taken: 15 })
    await times(10, () => one.take(limit, 'ada'))
    expect(questions).toBe(1)
    secondsPassed += 6
    expect(await other.take(limit, 'ada')).toMatchObject({ taken: 16 })
    expect(await one.look(limit, 'ada')).toMatchObject({ taken: 26 })
  })

  it('learn in a few seconds that another has reset what was used up', async () => {
    await times(4, () => one.take(limit, 'ada'))
    await other.reset(limit, 'ada')
    expect(await one.take(limit, 'ada')).toMatchObject({ allowed: false })
    secondsPassed += 6
    expect(await one.take(limit, 'ada')).toMatchObject({ allowed: true })
  })

  it('take back what was counted from memory, without a question', async () => {
    await times(4, () => one.take(limit, 'ada'))
    questions = 0
    await one.take(limit, 'ada')
    await one.refund(limit, 'ada')
    expect(questions).toBe(0)
    await one.refund(limit, 'ada')
    expect(await other.look(limit, 'ada')).toMatchObject({ allowed: false, taken: 3 })
    expect(await one.look(limit, 'ada')).toMatchObject({ allowed: false, taken: 3 })
    await one.refund(limit, 'ada')
    expect(await one.take(limit, 'ada')).toMatchObject({ allowed: true, taken: 3 })
  })

  it('forget no window that runs, and those that ended in the course of time', async () => {
    await one.take(limit, 'running')
    await sql`insert into counters select 'ended ' || number, 1, 1
      from generate_series(1, 100) as number`.execute(database.db)
    await times(64, () => one.take({ ...limit, points: 1_000 }, 'another'))
    const { rows } = await sql`select key from counters order by key`.execute(database.db)
    expect(rows).toEqual([{ key: '["login","another"]' }, { key: '["login","running"]' }])
  })

  it(
    'T-81: allow exactly as many as there are points when they count at once',
    async () => {
      const program = new URL('../../test-support/processes/take-many.ts', import.meta.url)
      const allowed = (await raceProcesses(3, program, address())) as number[]
      expect(allowed.reduce((sum, count) => sum + count)).toBe(20)
    },
    processTimeout,
  )
})

async function times<Result>(count: number, work: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (let done = 0; done < count; done += 1) results.push(await work())
  return results
}
