import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { openTestDatabase } from '../test-support/open-test-store.ts'
import { temporaryFolder } from '../test-support/temporary-folder.ts'
import { checkIntegrity } from './check-integrity.ts'
import { openSqliteDatabase } from './sqlite/open-sqlite-database.ts'

const folder = temporaryFolder()

it('finds nothing in a database that is whole', async () => {
  const database = await openTestDatabase(':memory:')
  expect(await checkIntegrity(database)).toEqual([])
  await database.close()
})

it('finds rows that refer to others which are gone', async () => {
  const database = await openTestDatabase(join(folder, 'orphan.db'))
  await sql`pragma foreign_keys = off`.execute(database.db)
  await sql`insert into external_identities values ('nobody', 'issuer', 'subject', 0)`.execute(
    database.db,
  )
  expect(await checkIntegrity(database)).toEqual([
    'A row of external_identities refers to one of accounts that is gone.',
  ])
  await database.close()
})

it('finds an index that does not go with its table', async () => {
  const file = join(folder, 'damaged.db')
  const database = await openTestDatabase(file)
  const { db } = database
  for (let count = 100; count < 200; count += 1) {
    await sql`insert into local_realms values (${`acme-${count}`}, 'Acme', 'r')`.execute(db)
  }
  await sql`pragma wal_checkpoint(truncate)`.execute(db)
  await database.close()
  const bytes = await readFile(file)
  bytes.write('acme-15x', bytes.lastIndexOf('acme-150'))
  await writeFile(file, bytes)

  const damaged = openSqliteDatabase({ file })
  expect(await checkIntegrity(damaged)).toContainEqual(expect.stringContaining('index'))
  await damaged.close()
})
