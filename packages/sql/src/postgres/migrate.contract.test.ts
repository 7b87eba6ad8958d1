import { afterAll, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { createDatabase, type TestDatabase } from '../../test-support/create-database.ts'
import { openDatabase } from '../../test-support/open-test-store.ts'
import { describeMigrations } from '../../test-support/suites/describe-migrations.ts'
import type { Database } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'

const made: TestDatabase[] = []

async function create(): Promise<string> {
  const database = await createDatabase()
  made.push(database)
  return database.url
}

afterAll(() => Promise.all(made.map(({ drop }) => drop())))

describeMigrations('PostgreSQL', create)

it('waits for another process that changes the tables, and only as long as it lives', async () => {
  const database = openDatabase(await create())
  await migrate(database)
  await sql`update migration_lease set holder = 'another', held_until = 1e15`.execute(database.db)
  let isDone = false
  const waiting = migrate(database).then(() => {
    isDone = true
  })
  await rounds(database, 5)
  expect(isDone).toBe(false)

  // It was killed, and does not renew what it holds.
  await sql`update migration_lease
    set held_until = extract(epoch from clock_timestamp()) * 1000 + 500`.execute(database.db)
  await waiting
  const { rows } = await sql`select held_until from migration_lease`.execute(database.db)
  expect(rows).toEqual([{ held_until: 0 }])
  await database.close()
})

/** Waits for as many questions to be answered, each after a pause. */
async function rounds({ db }: Database, count: number): Promise<void> {
  for (let round = 0; round < count; round += 1) await sql`select pg_sleep(0.1)`.execute(db)
}
