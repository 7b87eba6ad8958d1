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

  it('ask the database nothing while a flood of steps comes at what is used up', async () => {
    const steps = (points: number) => [
      { kind: 'look', limit, key: 'ada' } as const,
      { kind: 'take', limit: { name: 'network', points, seconds: 60 }, key: 'ada' } as const,
      { kind: 'take', limit, key: 'ada' } as const,
    ]
    await times(3, async () => one.takeInOrder?.(steps(99)))
    questions = 0
    expect(await one.takeInOrder?.(steps(99))).toMatchObject([{ allowed: false, taken: 3 }])
    expect(questions).toBe(1)
    const answers = await times(100, async () => one.takeInOrder?.(steps(99)))
    expect(answers.every((all) => all?.length === 1 && !all[0]?.allowed)).toBe(true)
    expect(questions).toBe(1)
    expect(await other.look({ ...limit, name: 'network' }, 'ada')).toMatchObject({ taken: 3 })
  })

  it('count in memory a step that is used up, once those before it are counted', async () => {
    const network = { kind: 'take', limit: { ...limit, name: 'network' }, key: 'ada' } as const
    await times(4, () => one.take(limit, 'ada'))
    const steps = [
      network,
      { kind: 'take', limit, key: 'ada' } as const,
      { ...network, key: 'bob' },
    ]
    expect(await one.takeInOrder?.(steps)).toMatchObject([
      { allowed: true, taken: 1 },
      { allowed: false, taken: 5 },
    ])
    expect(await other.look(limit, 'ada')).toMatchObject({ taken: 4 })
    secondsPassed += 6
    expect(await one.takeInOrder?.(steps)).toMatchObject([{ taken: 2 }, { taken: 6 }])
    expect(await other.look(network.limit, 'bob')).toMatchObject({ taken: 0 })
  })

  it('keep what is not saved of a step that is not reached', async () => {
    const usedUp = { kind: 'take', limit: { ...limit, name: 'network' }, key: 'ada' } as const
    await times(14, () => one.take(limit, 'ada'))
    secondsPassed += 6
    await times(4, () => other.take(usedUp.limit, usedUp.key))
    const steps = [usedUp, { kind: 'take', limit, key: 'ada' } as const]
    expect(await one.takeInOrder?.(steps)).toMatchObject([{ allowed: false, taken: 5 }])
    expect(await one.take(limit, 'ada')).toMatchObject({ taken: 15 })
    expect(await other.look(limit, 'ada')).toMatchObject({ taken: 15 })
  })

  it('ask whether a step that is used up is left out', async () => {
    const known = { limit: { ...limit, name: 'known' }, key: 'ada' }
    const last = { kind: 'take', limit: { ...limit, name: 'last' }, key: 'ada' } as const
    const steps = [{ kind: 'take', limit, key: 'ada', unless: known } as const, last]
    await times(4, () => one.take(limit, 'ada'))
    expect(await one.takeInOrder?.(steps)).toMatchObject([{ allowed: false, taken: 5 }])
    await other.take(known.limit, known.key)
    expect(await one.takeInOrder?.(steps)).toMatchObject([null, { allowed: true, taken: 1 }])
  })

  it('save with a change what had come meanwhile, and take back from memory', async () => {
    const change = { limit, key: 'ada' }
    await times(14, () => one.take(limit, 'ada'))
    await one.change?.([
      { ...change, kind: 'refund' },
      { ...change, kind: 'take' },
    ])
    expect(await other.look(limit, 'ada')).toMatchObject({ taken: 4 })
    secondsPassed += 6
    await one.change?.([
      { ...change, kind: 'take' },
      { ...change, key: 'bob', kind: 'take' },
    ])
    expect(await other.look(limit, 'ada')).toMatchObject({ taken: 15 })
    expect(await other.look(limit, 'bob')).toMatchObject({ taken: 1 })
  })

  it('forget no window that runs, and those that ended in the course of time', async () => {
    await one.take(limit, 'running')
    await sql`insert into counters select 'ended ' || number, 1, 1
      from generate_series(1, 100) as number`.execute(database.db)
    await times(64, () => one.take({ ...limit, points: 1_000 }, 'another'))
    const { rows } = await sql`select key from counters order by key`.execute(database.db)
    expect(rows).toEqual([{ key: '["login","another"]' }, { key: '["login","running"]' }])
  })

  it('leave an ended window for later that another statement holds', async () => {
    await sql`insert into counters values ('ended', 1, 1), ('held', 1, 1)`.execute(database.db)
    await database.db.transaction().execute(async (holder) => {
      await sql`select 1 from counters where key = 'held' for update`.execute(holder)
      await times(64, () => one.take({ ...limit, points: 1_000 }, 'another'))
    })
    const { rows } = await sql`select key from counters order by key`.execute(database.db)
    expect(rows).toEqual([{ key: '["login","another"]' }, { key: 'held' }])
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
