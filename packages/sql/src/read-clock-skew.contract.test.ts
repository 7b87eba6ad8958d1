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

  it('is not called wrong for the time that the question took', async () => {
    const moments = [Date.now() - 60_000, Date.now() + 60_000]
    expect(await readClockSkew(database, () => moments.shift() ?? 0)).toBe(0)
  })

  it('is that of a SQLite database', async () => {
    const sqlite = openSqliteDatabase({ file: ':memory:' })
    expect(await readClockSkew(sqlite, () => 0)).toBe(0)
    await sqlite.close()
  })
})
