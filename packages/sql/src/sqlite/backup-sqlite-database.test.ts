import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import Sqlite from 'better-sqlite3'
import { addAccount, openTestStore } from '../../test-support/open-test-store.ts'
import { account } from '../../test-support/samples.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { backupSqliteDatabase } from './backup-sqlite-database.ts'

const folder = temporaryFolder()
let made = 0

it('copies everything into one file for its owner alone, and leaves nothing beside it', async () => {
  const { file, to } = await grown()
  const shares: number[] = []
  const size = await backupSqliteDatabase({ file, to, onProgress: (share) => shares.push(share) })
  const { mode, size: found } = await stat(to)
  expect([(mode & 0o777).toString(8), found]).toEqual(['600', size])
  expect(await filesLike(to)).toHaveLength(1)
  expect(shares.every((share) => share >= 0 && share <= 1)).toBe(true)
  const copy = await openTestStore(to)
  expect(await copy.store.transaction((tx) => tx.accounts.find(account.id))).toEqual(account)
  await copy.database.close()
})

it('has the state of one moment, whatever is written meanwhile', async () => {
  const { file, to } = await grown()
  const writer = new Sqlite(file)
  writer.exec('create table pairs (one integer, other integer)')
  const insert = writer.prepare('insert into pairs values (?, ?)')
  writer.exec('create table filling (text text)')
  const fill = writer.prepare('insert into filling values (?)')
  writer.transaction(() => {
    for (let count = 0; count < 20_000; count += 1) fill.run('x'.repeat(1000))
  })()
  let written = 0
  await backupSqliteDatabase({
    file,
    to,
    onProgress() {
      writer.transaction(() => {
        written += 1
        insert.run(written, -written)
      })()
    },
  })
  expect(written).toBeGreaterThan(3)
  const copy = new Sqlite(to)
  expect(copy.prepare('select count(*) as n from pairs').get()).toEqual({ n: 0 })
  expect(copy.prepare('select count(*) as n from filling').get()).toEqual({ n: 20_000 })
  copy.close()
  writer.close()
})

it('replaces no file, unless it is told to', async () => {
  const { file, to } = await grown()
  await writeFile(to, 'something else')
  await expect(backupSqliteDatabase({ file, to })).rejects.toMatchObject({ code: 'EEXIST' })
  expect(await readFile(to, 'utf8')).toBe('something else')
  await backupSqliteDatabase({ file, to, isReplacing: true })
  expect((await readFile(to)).subarray(0, 15).toString()).toBe('SQLite format 3')
  expect((await stat(to)).mode & 0o777).toBe(0o600)
})

it('leaves what was there when it fails, and nothing of its own', async () => {
  const { to } = await grown()
  await writeFile(to, 'an older backup')
  const missing = join(folder, 'missing.db')
  const failing = backupSqliteDatabase({ file: missing, to, isReplacing: true })
  await expect(failing).rejects.toMatchObject({ port: 'store', failure: 'unavailable' })
  const text = join(folder, 'text.db')
  await writeFile(text, 'not a database, but long enough to be looked at as one'.repeat(20))
  const corrupt = backupSqliteDatabase({ file: text, to, isReplacing: true })
  await expect(corrupt).rejects.toMatchObject({ port: 'store', failure: 'corrupt' })
  expect(await readFile(to, 'utf8')).toBe('an older backup')
  expect(await filesLike(to)).toHaveLength(1)
  const nowhere = backupSqliteDatabase({ file: text, to: join(folder, 'nowhere', 'copy.db') })
  await expect(nowhere).rejects.toMatchObject({ code: 'ENOENT' })
})

async function grown() {
  made += 1
  const file = join(folder, `source-${made}.db`)
  const { database, store } = await openTestStore(file)
  await addAccount(store)
  await database.close()
  return { file, to: join(folder, `copy-${made}.db`) }
}

async function filesLike(path: string): Promise<readonly string[]> {
  const names = await readdir(folder)
  return names.filter((name) => join(folder, name).startsWith(path))
}
