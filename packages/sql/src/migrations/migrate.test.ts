import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { processTimeout, raceProcesses } from '../../test/processes/fork-process.ts'
import { temporaryFolder } from '../../test/temporary-folder.ts'
import type { Database } from '../database.ts'
import { openSqliteDatabase } from '../sqlite/open-sqlite-database.ts'
import { ageOfTables, migrate } from './migrate.ts'

const folder = temporaryFolder()
const migrationNames = [
  '0001-initial',
  '0002-external-identities',
  '0003-realm-accounts',
  '0004-replicas',
]

it('makes the tables once, however often it is called', async () => {
  const database = openSqliteDatabase({ file: ':memory:' })
  await migrate(database)
  await migrate(database)
  expect(await migrationsOf(database)).toEqual(migrationNames)
  await database.close()
})

it(
  'T-81: three processes that start at once all succeed, and one of them made the tables',
  async () => {
    const file = join(folder, 'three.db')
    const program = new URL('../../test/processes/migrate-once.ts', import.meta.url)
    await raceProcesses(3, program, file)

    const database = openSqliteDatabase({ file })
    expect(await migrationsOf(database)).toEqual(migrationNames)
    await database.close()
  },
  processTimeout,
)

it('knows how old the tables are', async () => {
  const database = openSqliteDatabase({ file: ':memory:' })
  expect(await ageOfTables(database)).toBe('older')
  await migrate(database)
  expect(await ageOfTables(database)).toBe('current')
  await sql`delete from kysely_migration where name = ${migrationNames.at(-1)}`.execute(database.db)
  expect(await ageOfTables(database)).toBe('older')
  await database.close()
})

it('does not touch tables that a newer release has changed', async () => {
  const database = openSqliteDatabase({ file: ':memory:' })
  await migrate(database)
  await sql`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00.000Z')`.execute(
    database.db,
  )
  await expect(migrate(database)).rejects.toThrow('9999-later')
  expect(await ageOfTables(database)).toBe('newer')
  await database.close()
})

it('fails as the store does when the database is gone', async () => {
  const database = openSqliteDatabase({ file: ':memory:' })
  await database.close()
  await expect(migrate(database)).rejects.toMatchObject({ port: 'store', failure: 'unavailable' })
})

async function migrationsOf({ db }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{ name: string }>`select name from kysely_migration`.execute(db)
  return rows.map(({ name }) => name)
}
