import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { openSqliteDatabase } from '../index.ts'
import { migrate } from '../migrations/migrate.ts'
import { findSqliteDatabase } from './find-sqlite-database.ts'

const folder = temporaryFolder()

it('finds none where there is no file', async () => {
  expect(await findSqliteDatabase(join(folder, 'absent'))).toBe(false)
  expect(await findSqliteDatabase(join(folder, 'absent', 'below'))).toBe(false)
})

it('finds one that was made, and one that is being made', async () => {
  const file = join(folder, 'made.db')
  const database = openSqliteDatabase({ file })
  await migrate(database)
  await database.close()
  expect(await findSqliteDatabase(file)).toBe(true)
  await writeFile(join(folder, 'empty.db'), '')
  expect(await findSqliteDatabase(join(folder, 'empty.db'))).toBe(true)
})

it('refuses what is something else', async () => {
  await writeFile(join(folder, 'text'), 'no database, but long enough to look like one')
  await expect(findSqliteDatabase(join(folder, 'text'))).rejects.toThrow('not a database')
  await mkdir(join(folder, 'directory'))
  await expect(findSqliteDatabase(join(folder, 'directory'))).rejects.toThrow('EISDIR')
})
