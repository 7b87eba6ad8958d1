import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, it } from '@jest/globals'
import Sqlite from 'better-sqlite3'
import { addAccount, openTestStore } from '../../test-support/open-test-store.ts'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createToySealer, toySealer } from '../../test-support/toy-sealer.ts'
import { checkSealingKey, lockSqliteDatabase } from '../index.ts'
import type { MoveSource } from './move-source.ts'
import { type MoveSourceOpening, openMoveSource } from './open-move-source.ts'

const folder = temporaryFolder()
const now = new Date('2030-01-01T00:00:00Z')
let made = 0
let file: string

beforeEach(async () => {
  made += 1
  file = join(folder, `${made}.db`)
  const { database, store } = await openTestStore(file)
  await checkSealingKey(database, { sealer: toySealer })
  await addAccount(store)
  await database.close()
})

describe('a source', () => {
  it('lets nobody write, and everybody read, until it is closed', async () => {
    const source = await opened()
    const other = new Sqlite(file, { timeout: 0 })
    const rename = () => other.exec(`update tenants set name = 'other'`)
    expect(rename).toThrow('database is locked')
    expect(other.prepare('select name from tenants').pluck().all()).toEqual(['Acme'])
    expect(await open()).toEqual({ ok: false, reason: 'in_use' })
    source.close()
    expect(rename).not.toThrow()
    other.close()
  })

  it('is known by what is in it, with everything that was committed', async () => {
    const writer = new Sqlite(file)
    writer.exec(`update tenants set name = 'other'`)
    const first = await opened()
    expect(first.identity).toBe(
      createHash('sha256')
        .update(await readFile(file))
        .digest('hex'),
    )
    first.close()
    const again = await opened()
    expect(again.identity).toBe(first.identity)
    again.close()
    writer.exec(`update tenants set name = 'another'`)
    const changed = await opened()
    expect(changed.identity).not.toBe(first.identity)
    changed.close()
    writer.close()
  })

  it('is none while another process has locked the database', async () => {
    const lock = lockSqliteDatabase({ file })
    expect(await open()).toEqual({ ok: false, reason: 'in_use' })
    lock.release()
    ;(await opened()).close()
  })

  it('is none while somebody writes, or reads in a transaction', async () => {
    const other = new Sqlite(file)
    other.exec('begin immediate')
    expect(await open()).toEqual({ ok: false, reason: 'in_use' })
    other.exec(`update tenants set name = 'other'`)
    other.exec('commit; begin; select * from tenants')
    expect(await open()).toEqual({ ok: false, reason: 'in_use' })
    other.exec('commit')
    other.close()
    ;(await opened()).close()
  }, 30_000)

  it('is none while a replica without a lock is alive', async () => {
    const { database, store } = await openTestStore(file)
    const aliveUntil = new Date(now.getTime() + 1)
    const replica = { id: 'one', startedAt: now, aliveUntil, terminals: 0, sealsWith: 'toy' }
    await store.transaction((tx) => tx.replicas.put(replica))
    expect(await open()).toEqual({ ok: false, reason: 'in_use' })
    await store.transaction((tx) => tx.replicas.put({ ...replica, aliveUntil: now }))
    await database.close()
    ;(await opened()).close()
  })

  it('is none when its tables are not those of this release', async () => {
    alter(`insert into kysely_migration values ('9999-later', '2030')`)
    expect(await open()).toEqual({ ok: false, reason: 'newer' })
    alter('delete from kysely_migration')
    expect(await open()).toEqual({ ok: false, reason: 'older' })
  })

  it('is none for whoever has another key, and free again then', async () => {
    expect(await open(createToySealer('another'))).toEqual({
      ok: false,
      reason: 'sealed_otherwise',
    })
    ;(await opened()).close()
  })
})

function open(sealer = toySealer): Promise<MoveSourceOpening> {
  return openMoveSource({ file, sealer, now })
}

async function opened(): Promise<MoveSource> {
  const source = await open()
  if (!source.ok) throw new Error(source.reason)
  return source.value
}

function alter(statement: string): void {
  const sqlite = new Sqlite(file)
  sqlite.exec(statement)
  sqlite.close()
}
