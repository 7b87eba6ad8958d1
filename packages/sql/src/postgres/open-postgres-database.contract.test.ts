import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import type { Database } from '../database.ts'
import { openPostgresDatabase } from './open-postgres-database.ts'

const url = postgresDatabase()
let database: Database

beforeEach(() => {
  database = openPostgresDatabase({ url: url(), statementSeconds: 7, lockSeconds: 3 })
})

afterEach(() => database.close())

describe('a connection', () => {
  it.each([
    ['statement_timeout', '7s'],
    ['idle_in_transaction_session_timeout', '7s'],
    ['lock_timeout', '3s'],
    ['application_name', 'gatehouse'],
  ])('has %s %s', async (name, value) => {
    expect(await ask(`show ${name}`)).toBe(value)
  })

  it('gives whole numbers of eight bytes as numbers', async () => {
    expect(await ask('select 1893456000123::int8')).toBe(1_893_456_000_123)
    expect(await ask('select count(*) from (values (1), (2)) as two')).toBe(2)
  })
})

it('says how its connections are used', async () => {
  expect(database.poolUse?.()).toEqual({ used: 0, idle: 0, waiting: 0, max: 10 })
  const during = await database.transaction(async (tx) => {
    await sql`select 1`.execute(tx)
    return database.poolUse?.()
  })
  expect(during).toEqual({ used: 1, idle: 0, waiting: 0, max: 10 })
  expect(database.poolUse?.()).toEqual({ used: 0, idle: 1, waiting: 0, max: 10 })
})

it('runs transactions as if one came after the other', async () => {
  const level = await database.transaction(async (tx) => {
    const { rows } = await sql<{ level: string }>`
      select current_setting('transaction_isolation') as level`.execute(tx)
    return rows[0]?.level
  })
  expect(level).toBe('serializable')
})

it('commits nothing after a failure, even one that was caught', async () => {
  await ask('create table kept (x integer)')
  const work = database.transaction(async (tx) => {
    await sql`insert into kept values (1)`.execute(tx)
    await sql`select * from nothing`.execute(tx).catch(() => 'never mind')
  })
  await expect(work).rejects.toThrow('store unavailable')
  expect(await ask('select count(*) from kept')).toBe(0)
})

it('reports a statement that took too long, and works on', async () => {
  const impatient = openPostgresDatabase({ url: url(), statementSeconds: 1 })
  const slow = impatient.read((db) => sql`select pg_sleep(30)`.execute(db))
  await expect(slow).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
  expect(await ask('select 1', impatient)).toBe(1)
  await impatient.close()
})

it('reports a table that is not there as a failure of the store', async () => {
  await expect(ask('select * from nothing')).rejects.toThrow('store unavailable')
})

it('closes twice without harm, and fails from then on', async () => {
  await database.close()
  await expect(database.close()).resolves.toBeUndefined()
  await expect(ask('select 1')).rejects.toThrow('store unavailable')
})

describe('T-82: a password', () => {
  const password = 'hunter2-hunter2'

  it.each([
    ['is wrong', (address: URL) => address],
    ['is for a server that is away', (address: URL) => Object.assign(address, { port: '1' })],
  ])('that %s is in no error', async (_what, change) => {
    const address = new URL(url())
    address.password = password
    const lost: Error[] = []
    const wrong = openPostgresDatabase({
      url: change(address).href,
      connectSeconds: 1,
      onConnectionLost: (error) => lost.push(error),
    })
    const error: unknown = await ask('select 1', wrong).catch((thrown: unknown) => thrown)
    expect(error).toMatchObject({ port: 'store', failure: 'unavailable' })
    expect(everythingIn([error, ...lost])).not.toContain(password)
    await wrong.close()
  })

  it('is in no error of an address that is none', () => {
    const open = () => openPostgresDatabase({ url: `postgres://a:${password}@[/db` })
    expect(open).toThrow(TypeError)
    expect(open).not.toThrow(password)
  })
})

async function ask(question: string, of = database): Promise<unknown> {
  const { rows } = await of.read((db) =>
    sql<Record<string, unknown>>`${sql.raw(question)}`.execute(db),
  )
  return Object.values(rows[0] ?? {})[0]
}

/** All texts that can be reached. */
function everythingIn(value: unknown, seen = new Set<unknown>()): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (seen.has(value)) return ''
  seen.add(value)
  const names = Object.getOwnPropertyNames(value)
  return names.map((name) => everythingIn(Reflect.get(value, name), seen)).join('\n')
}
