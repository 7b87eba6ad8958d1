import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { ageOfTables, type Database, migrate } from '../../src/index.ts'
import { openDatabase } from '../open-test-store.ts'
import { processTimeout, raceProcesses } from '../processes/fork-process.ts'

const migrationNames = [
  '0001-initial',
  '0002-external-identities',
  '0003-realm-accounts',
  '0004-replicas',
  '0005-counters',
  '0006-sealing',
  '0007-outbox-order',
  '0008-holders',
  '0009-endings',
  '0010-owners',
  '0011-members',
  '0012-invitations',
  '0013-own-accounts',
  '0014-audit-chain',
  '0015-closing',
  '0016-key-use',
  '0017-password-leases',
  '0018-languages',
  '0019-mail-leases',
  '0020-noted-endings',
]

/**
 * What holds for making tables in every database.
 *
 * @param create Makes an empty one that processes can share, and gives its address.
 */
export function describeMigrations(name: string, create: () => Promise<string>): void {
  describe(`migrating ${name}`, () => {
    it('makes the tables once, however often it is called', () =>
      on(create, async (database) => {
        await migrate(database)
        await migrate(database)
        expect(await migrationsOf(database)).toEqual(migrationNames)
      }))

    it(
      'T-81: three processes that start at once all succeed, and one of them made the tables',
      async () => {
        const address = await create()
        const program = new URL('../processes/migrate-once.ts', import.meta.url)
        await raceProcesses(3, program, address)
        await on(
          async () => address,
          async (database) => expect(await migrationsOf(database)).toEqual(migrationNames),
        )
      },
      processTimeout,
    )

    it('knows how old the tables are', () =>
      on(create, async (database) => {
        expect(await ageOfTables(database)).toBe('older')
        await migrate(database)
        expect(await ageOfTables(database)).toBe('current')
        const last = sql`delete from kysely_migration where name = ${migrationNames.at(-1)}`
        await last.execute(database.db)
        expect(await ageOfTables(database)).toBe('older')
      }))

    it('does not touch tables that a newer release has changed', () =>
      on(create, async (database) => {
        await migrate(database)
        const later = sql`insert into kysely_migration values ('9999-later', '2030-01-01T00:00:00Z')`
        await later.execute(database.db)
        await expect(migrate(database)).rejects.toThrow('9999-later')
        expect(await ageOfTables(database)).toBe('newer')
      }))

    it('fails as the store does when the database is gone', () =>
      on(create, async (database) => {
        await database.close()
        const unavailable = { port: 'store', failure: 'unavailable' }
        await expect(migrate(database)).rejects.toMatchObject(unavailable)
      }))
  })
}

async function on(
  create: () => Promise<string>,
  work: (database: Database) => Promise<unknown>,
): Promise<void> {
  const database = openDatabase(await create())
  try {
    await work(database)
  } finally {
    await database.close()
  }
}

async function migrationsOf({ db }: Database): Promise<readonly string[]> {
  const { rows } = await sql<{
    name: string
  }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}
