import { copyFileSync, fdatasync, mkdtempSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from '@jest/globals'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { toySealer } from '../../test-support/toy-sealer.ts'
import { createSqlStore } from '../create-sql-store.ts'
import type { Database } from '../database.ts'
import { migrate } from '../migrations/migrate.ts'
import { durableDatabaseOn } from './database-on.ts'
import type { SyncFile } from './log-sync.ts'
import { openSqliteDatabase } from './open-sqlite-database.ts'
import { openSqliteFile } from './open-sqlite-file.ts'

const folder = temporaryFolder()
const clients = 8
const each = 6
const pauseMs = 3

it('keeps what was answered when the power is cut', async () => {
  const { disk, file } = await makeDisk()
  const database = open(file, disk.syncFile)
  const insert = (id: number) =>
    database.transaction(async (db) => {
      await sql`insert into t values (${id})`.execute(db)
      // Time for a sync to begin that has the statement, and not its commit.
      await sleep(pauseMs)
    })

  let answered = 0
  const lost: number[] = []
  const client = async (number: number) => {
    for (let step = 0; step < each; step += 1) {
      const id = number * each + step
      await insert(id)
      answered += 1
      if (!disk.idsAfterPowerCut().includes(id)) lost.push(id)
    }
  }
  await Promise.all(Array.from({ length: clients }, (_, number) => client(number)))
  expect([answered, lost]).toEqual([clients * each, []])
  // Else nobody would have waited for a disk that others keep busy.
  expect(disk.syncs()).toBeLessThan(answered)
  await database.close()
})

it('is not ready any more when the disk has failed once', async () => {
  const { file } = await makeDisk()
  let isBroken = false
  const database = open(file, (descriptor, done) => {
    if (isBroken) done(new Error('EIO: i/o error, fdatasync'))
    else fdatasync(descriptor, done)
  })
  await migrate(database)
  const { checkReady } = createSqlStore(database, { sealer: toySealer })
  await checkReady()
  isBroken = true
  const insert = () => database.transaction((db) => sql`insert into t values (1)`.execute(db))
  await expect(insert()).rejects.toMatchObject({ port: 'store', failure: 'timeout' })
  isBroken = false
  const unavailable = { port: 'store', failure: 'unavailable' }
  await expect(insert()).rejects.toMatchObject(unavailable)
  await expect(database.read((db) => sql`select 1`.execute(db))).rejects.toMatchObject(unavailable)
  await expect(checkReady()).rejects.toMatchObject(unavailable)
  await database.close()
})

/** A database, and what a power cut would leave of it: what was in the log when a sync began that has ended. */
async function makeDisk() {
  const file = join(folder, `${clients}-${Math.random()}.db`)
  const made = openSqliteDatabase({ file })
  await sql`create table t (id integer primary key)`.execute(made.db)
  await made.close()
  const kept = join(mkdtempSync(join(folder, 'kept-')), 'kept.db')
  copyFileSync(file, kept)
  let syncs = 0

  const syncFile: SyncFile = (descriptor, done) => {
    syncs += 1
    copyFileSync(`${file}-wal`, `${kept}-draft`)
    fdatasync(descriptor, (error) => {
      renameSync(`${kept}-draft`, `${kept}-wal`)
      // A slow disk.
      setTimeout(() => done(error), pauseMs)
    })
  }

  function idsAfterPowerCut(): readonly number[] {
    const copy = join(mkdtempSync(join(folder, 'after-')), 'copy.db')
    copyFileSync(kept, copy)
    copyFileSync(`${kept}-wal`, `${copy}-wal`)
    const sqlite = new Sqlite(copy)
    const ids = sqlite.prepare<[], number>('select id from t').pluck().all()
    sqlite.close()
    return ids
  }

  return { file, disk: { syncFile, idsAfterPowerCut, syncs: () => syncs } }
}

function open(file: string, syncFile: SyncFile): Database {
  return durableDatabaseOn(openSqliteFile(file, { port: 'store', synchronous: 'FULL' }), syncFile)
}
