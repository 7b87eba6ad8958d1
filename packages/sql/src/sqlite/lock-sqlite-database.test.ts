import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals'
import { lockSqliteDatabase } from './lock-sqlite-database.ts'

let folder: string

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'gatehouse-lock-'))
})

afterEach(() => rmSync(folder, { recursive: true, force: true }))

describe('a lock', () => {
  it('T-26: tells the first that it is alone, and none of those that come while anybody is there', () => {
    const file = join(folder, 'db.sqlite')
    const first = lockSqliteDatabase({ file })
    const second = lockSqliteDatabase({ file })
    first.release()
    first.release()
    const third = lockSqliteDatabase({ file })
    expect([first, second, third].map(({ isAlone }) => isAlone)).toEqual([true, false, false])
    second.release()
    third.release()
    const next = lockSqliteDatabase({ file })
    expect(next.isAlone).toBe(true)
    next.release()
  })

  it('ends with a process that is killed', async () => {
    const file = join(folder, 'db.sqlite')
    const script = `
      import { lockSqliteDatabase } from '${join(import.meta.dirname, 'lock-sqlite-database.ts')}'
      console.log(lockSqliteDatabase({ file: '${file}' }).isAlone)
      setInterval(() => {}, 1000)`
    const child = spawn(process.execPath, [
      '--conditions=@gatehouse/source',
      '--input-type=module',
      '--eval',
      script,
    ])
    const [said] = (await once(child.stdout, 'data')) as [Buffer]
    const meanwhile = lockSqliteDatabase({ file })
    meanwhile.release()
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect([said.toString().trim(), meanwhile.isAlone]).toEqual(['true', false])
    const next = lockSqliteDatabase({ file })
    expect(next.isAlone).toBe(true)
    next.release()
  })

  it('says so when its file cannot be made', () => {
    const file = join(folder, 'missing', 'db.sqlite')
    expect(() => lockSqliteDatabase({ file })).toThrow(
      expect.objectContaining({ port: 'store', failure: 'unavailable' }),
    )
  })

  it('of a database in memory is always free', () => {
    expect(lockSqliteDatabase({ file: ':memory:' }).isAlone).toBe(true)
  })
})
