import { createHook } from 'node:async_hooks'
import { once } from 'node:events'
import { existsSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { PortError } from '@gatehouse/auth-core/ports'
import { describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { forkProcess, processTimeout } from '../../test-support/processes/fork-process.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import type { Database } from '../database.ts'
import { openSqliteDatabase, openSqliteDatabaseToRead } from './open-sqlite-database.ts'

const folder = temporaryFolder()

describe('an opened file', () => {
  it.each([
    ['journal_mode', 'wal'],
    ['foreign_keys', 1],
    ['busy_timeout', 5000],
  ])('has %s %s', async (pragma, value) => {
    const database = openSqliteDatabase({ file: join(folder, 'pragmas.db') })
    expect(await ask(database, `pragma ${pragma}`)).toBe(value)
    await database.close()
  })

  it('is readable by its owner alone, with its journal', async () => {
    const file = join(folder, 'private.db')
    const database = openSqliteDatabase({ file })
    await sql`create table t (x text)`.execute(database.db)
    const modes = ['', '-wal', '-shm'].map((ending) => statSync(file + ending).mode & 0o777)
    expect(modes).toEqual([0o600, 0o600, 0o600])
    await database.close()
  })
})

it.each([
  ['asks another thread to sync a file that was written', 'synced.db', 1],
  ['has nothing to sync in memory', ':memory:', 0],
])('%s, before it answers, and nothing where it only read', async (_, name, syncs) => {
  const database = openSqliteDatabase({ file: name === ':memory:' ? name : join(folder, name) })
  const write = () => database.transaction((db) => sql`create table t (x text)`.execute(db))
  const read = () => database.transaction((db) => sql`select * from t`.execute(db))
  expect(await fileRequestsDuring(write)).toBe(syncs)
  expect(await fileRequestsDuring(read)).toBe(0)
  await database.close()
})

/** Requests to the threads that Node has for files, other than those of SQLite. */
async function fileRequestsDuring(work: () => Promise<unknown>): Promise<number> {
  let requests = 0
  const hook = createHook({
    init(_id, type) {
      if (type === 'FSREQCALLBACK') requests += 1
    },
  })
  hook.enable()
  try {
    await work()
  } finally {
    hook.disable()
  }
  return requests
}

it(
  'T-81: waits for a process that writes to a new file meanwhile',
  async () => {
    const file = join(folder, 'new.db')
    const program = new URL('../../test-support/processes/write-for-a-while.ts', import.meta.url)
    const writer = await forkProcess(program, file)
    const ended = once(writer, 'exit')
    const database = openSqliteDatabase({ file })
    expect(await ask(database, 'pragma journal_mode')).toBe('wal')
    expect(await ask(database, 'select name from sqlite_schema')).toBe('written')
    await database.close()
    await ended
  },
  processTimeout,
)

it('reports a folder that is not there', () => {
  const open = () => openSqliteDatabase({ file: join(folder, 'nowhere', 'x.db') })
  expect(open).toThrow('store unavailable')
})

it('reports a file that is no database', () => {
  const file = join(folder, 'text.db')
  writeFileSync(file, 'not a database, but long enough to be looked at as one'.repeat(20))
  expect(() => openSqliteDatabase({ file })).toThrow('store corrupt')
})

it('reports a table that is not there as a failure of the store', async () => {
  const database = openSqliteDatabase({ file: ':memory:' })
  await expect(ask(database, 'select * from nothing')).rejects.toThrow(PortError)
  await database.close()
})

it('closes twice without harm', async () => {
  const database = openSqliteDatabase({ file: ':memory:' })
  await database.close()
  await expect(database.close()).resolves.toBeUndefined()
})

it('fails after it was closed', async () => {
  const database = openSqliteDatabase({ file: ':memory:' })
  await database.close()
  await expect(ask(database, 'select 1')).rejects.toThrow('store unavailable')
})

async function ask({ db }: Database, question: string): Promise<unknown> {
  const { rows } = await sql<Record<string, unknown>>`${sql.raw(question)}`.execute(db)
  return Object.values(rows[0] ?? {})[0]
}

describe('a file that is opened to be read', () => {
  it('shows what others write, waits for none of them, and takes nothing', async () => {
    const file = join(folder, 'read.db')
    const writer = openSqliteDatabase({ file })
    await sql`create table t (x text)`.execute(writer.db)
    const reader = openSqliteDatabaseToRead({ file })
    const count = () =>
      reader.transaction(async (db) => {
        const { rows } = await sql<{ count: number }>`select count(*) as count from t`.execute(db)
        return rows.at(0)?.count
      })
    await writer.transaction(async (db) => {
      await sql`insert into t values ('a')`.execute(db)
      // The writer has the lock until the end.
      expect(await count()).toBe(0)
    })
    expect(await count()).toBe(1)
    const write = reader.transaction((db) => sql`insert into t values ('b')`.execute(db))
    await expect(write).rejects.toMatchObject({ port: 'store', failure: 'unavailable' })
    expect(await count()).toBe(1)
    await reader.close()
    await writer.close()
  })

  it('is not made where there is none', () => {
    const file = join(folder, 'missing.db')
    expect(() => openSqliteDatabaseToRead({ file })).toThrow('store unavailable')
    expect(existsSync(file)).toBe(false)
  })
})
