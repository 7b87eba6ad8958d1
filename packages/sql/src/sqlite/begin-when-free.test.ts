import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { beginWhenFree } from './begin-when-free.ts'
import { openSqliteFile } from './open-sqlite-file.ts'

const folder = temporaryFolder()

function open() {
  const opening = { port: 'store', synchronous: 'FULL' } as const
  return openSqliteFile(join(folder, 'db.sqlite'), opening)
}

it('T-81: waits for the lock of another while this thread goes on', async () => {
  const [one, two] = [open(), open()]
  one.exec('begin immediate')
  const begun = beginWhenFree(two)
  // In this very thread, which waiting must not hold up.
  setTimeout(() => one.exec('commit'), 20)
  await begun
  expect([one.inTransaction, two.inTransaction]).toEqual([false, true])
  two.exec('commit')
  one.close()
  two.close()
})

it('leaves other statements the patience that they had', async () => {
  const database = open()
  const patience = () => database.pragma('busy_timeout', { simple: true })
  const before = patience()
  await beginWhenFree(database)
  expect(patience()).toBe(before)
  database.close()
})

it('says so when the database is closed meanwhile', async () => {
  const [one, two] = [open(), open()]
  one.exec('begin immediate')
  const begun = beginWhenFree(two)
  two.close()
  await expect(begun).rejects.toThrow(/not open/)
  one.close()
})
