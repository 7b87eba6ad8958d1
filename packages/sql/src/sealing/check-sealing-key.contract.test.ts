import { expect, it } from '@jest/globals'
import { type KyselyPlugin, sql } from 'kysely'
import { createDatabase } from '../../test-support/create-database.ts'
import { openTestDatabase } from '../../test-support/open-test-store.ts'
import { createToySealer, toySealer } from '../../test-support/toy-sealer.ts'
import type { Database } from '../database.ts'
import type { Sealer } from '../sealer.ts'
import { checkSealingKey } from './check-sealing-key.ts'
import { sealedFor } from './contexts.ts'

it.each([
  ['the same key', toySealer, true],
  ['another key', createToySealer('another'), false],
] as const)(
  'a text of the check that comes in the midst of the check, by %s, is the one that counts',
  async (_, sealer, fits) => {
    const test = await createDatabase()
    const database = await openTestDatabase(test.url)
    try {
      const late = afterFirstRead(database, () => store(database, sealer))
      expect(await checkSealingKey(late, { sealer: toySealer })).toBe(fits)
      expect(await test.ask('select count(*) as n from key_check')).toEqual([{ n: 1 }])
    } finally {
      await database.close()
      await test.drop()
    }
  },
)

/** Stores it as a move does, which looks for nothing first. */
async function store({ db }: Database, sealer: Sealer): Promise<void> {
  const sealed = sealer.seal('master_key', sealedFor.keyCheck())
  await sql`insert into key_check values ('master_key', ${sealed})`.execute(db)
}

/** The same database, on which something happens once when the first transaction has read. */
function afterFirstRead(database: Database, work: () => Promise<void>): Database {
  let isDone = false
  const plugin: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      if (!isDone) {
        isDone = true
        await work()
      }
      return result
    },
  }
  return {
    ...database,
    transaction: (run) => database.transaction((db) => run(db.withPlugin(plugin))),
  }
}
