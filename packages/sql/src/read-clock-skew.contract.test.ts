import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { postgresDatabase } from '../test-support/postgres-database.ts'
import type { Database } from './database.ts'
import { openPostgresDatabase } from './postgres/open-postgres-database.ts'
import { readClockSkew } from './read-clock-skew.ts'
import { openSqliteDatabase } from './sqlite/open-sqlite-database.ts'

const address = postgresDatabase()

describe('F-8: the clock of this machine, beside that of the database', () => {
  let database: Database

  beforeAll(() => {
    database = openPostgresDatabase({ url: address() })
  })
  afterAll(() => database.close())

  it('is the same on one machine', async () => {
    expect(Math.abs(await readClockSkew(database, Date.now))).toBeLessThan(0.5)
  })

  it.each([120, -120])('is told to be %d seconds ahead', async (seconds) => {
    const skew = await readClockSkew(database, () => Date.now() + seconds * 1000)
    expect(Math.abs(skew - seconds)).toBeLessThan(0.5 + Math.abs(seconds) / 20)
    expect(Math.sign(skew)).toBe(Math.sign(seconds))
  })

  it('is not called wrong for the time that the question took, however often it is asked', async () => {
    let isAsked = false
    const now = () => {
      isAsked = !isAsked
      return Date.now() + (isAsked ? -60_000 : 60_000)
    }
    expect(await readClockSkew(database, now)).toBe(0)
  })

  it('is asked for again when an answer was slow and tells too little', async () => {
    const began = Date.now()
    // An hour ahead; the first answer takes two hours, the second no time.
    const moments = [-3600, 3600, 3600, 3600].map((ahead) => began + ahead * 1000)
    const skew = await readClockSkew(database, () => moments.shift() ?? Number.NaN)
    expect(skew).toBeGreaterThan(1800)
    expect(skew).toBeLessThanOrEqual(3600)
  })

  it('is that of a SQLite database', async () => {
    const sqlite = openSqliteDatabase({ file: ':memory:' })
    expect(await readClockSkew(sqlite, () => 0)).toBe(0)
    await sqlite.close()
  })
})
