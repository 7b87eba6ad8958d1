import { closeSync, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from '@jest/globals'
import { temporaryFolder } from '../../test-support/temporary-folder.ts'
import { createLogCheckpoints } from './log-checkpoints.ts'
import { openSqliteFile } from './open-sqlite-file.ts'

const folder = temporaryFolder()
const page = 'x'.repeat(4096)

it('has another thread copy the log, which begins anew and stays small', async () => {
  const file = join(folder, 'written.db')
  const sqlite = openSqliteFile(file, { port: 'store', synchronous: 'NORMAL' })
  sqlite.exec('create table t (filling text)')
  const checkpoints = createLogCheckpoints(sqlite)
  const insert = sqlite.prepare('insert into t values (?)')
  const autocheckpoint = () => sqlite.pragma('wal_autocheckpoint', { simple: true })
  let pages = 0
  while (autocheckpoint() !== 0 || timesBegun(file) < 3) {
    for (let number = 0; number < 10; number += 1) insert.run(page.repeat(10))
    pages += 100
    for (let number = 0; number < 10; number += 1) checkpoints.noteCommit()
    // Messages of the thread are heard between turns.
    await new Promise((resolve) => setTimeout(resolve, 1))
  }
  expect(statSync(`${file}-wal`).size).toBeLessThan(pages * page.length)
  sqlite.close()
  await checkpoints.close()
  // The last connection to a database removes its log.
  expect(statSync(`${file}-wal`, { throwIfNoEntry: false })).toBeUndefined()
})

it('starts no thread for the few commits of a command', async () => {
  const file = join(folder, 'short.db')
  const sqlite = openSqliteFile(file, { port: 'store', synchronous: 'NORMAL' })
  const checkpoints = createLogCheckpoints(sqlite)
  const before = threads()
  for (let commits = 0; commits < 127; commits += 1) checkpoints.noteCommit()
  expect(threads()).toBe(before)
  expect(sqlite.pragma('wal_autocheckpoint', { simple: true })).toBe(1000)
  sqlite.close()
  await checkpoints.close()
})

/** How often the log has begun anew: a number in its header (SQLite's file format, section 4.1). */
function timesBegun(file: string): number {
  const log = openSync(`${file}-wal`, 'r')
  try {
    const header = Buffer.alloc(32)
    readSync(log, header, 0, header.length, 0)
    return header.readUInt32BE(12)
  } finally {
    closeSync(log)
  }
}

/** How many threads this process has (Linux). */
function threads(): number {
  return readdirSync('/proc/self/task').length
}
