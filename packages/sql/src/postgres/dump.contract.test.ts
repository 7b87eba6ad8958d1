import { join } from 'node:path'
import { findPostgres, run } from '@gatehouse/test-services'
import { expect, it } from '@jest/globals'
import { addAccount, openTestDatabase } from '../../test-support/open-test-store.ts'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { account, tenant } from '../../test-support/samples.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createToySealer, toySealer } from '../../test-support/toy-sealer.ts'
import {
  ageOfTables,
  checkSealingKey,
  createSqlStore,
  type Database,
  hasSealingKey,
} from '../index.ts'

const folder = temporaryFolder()
const original = postgresDatabase()
const other = postgresDatabase()

it('a backup by pg_dump is restored by pg_restore, in place of what was there', async () => {
  const file = join(folder, 'gatehouse.dump')
  await on(original(), async (database, store) => {
    await checkSealingKey(database, { sealer: toySealer })
    await addAccount(store)
  })
  await run(join(findPostgres(), 'pg_dump'), ['--format=custom', `--file=${file}`, original()])

  await on(other(), async (_, store) => {
    await store.transaction((tx) => tx.tenants.insert({ ...tenant, id: 'later' }))
  })
  const into = ['--clean', '--if-exists', '--no-owner', `--dbname=${other()}`]
  await run(join(findPostgres(), 'pg_restore'), [...into, file])

  await on(other(), async (database, store) => {
    expect(await ageOfTables(database)).toBe('current')
    expect(await hasSealingKey(database, { sealer: toySealer })).toBe(true)
    expect(await hasSealingKey(database, { sealer: createToySealer('another') })).toBe(false)
    const found = await store.transaction(async (tx) => [
      (await tx.apiKeys.findByText(account.apiKey, new Date()))?.account,
      await tx.tenants.find('later'),
    ])
    expect(found).toEqual([account, undefined])
  })
})

async function on(
  address: string,
  work: (database: Database, store: ReturnType<typeof createSqlStore>) => Promise<void>,
): Promise<void> {
  const database = await openTestDatabase(address)
  try {
    await work(database, createSqlStore(database, { sealer: toySealer }))
  } finally {
    await database.close()
  }
}
