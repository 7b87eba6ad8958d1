import { describe, expect, it } from '@jest/globals'
import Sqlite from 'better-sqlite3'
import { prepareOnce } from './prepare-once.ts'

describe('statements of a connection', () => {
  it('are prepared once for each text', () => {
    const prepare = prepareOnce(new Sqlite(':memory:'))
    expect(prepare('select 1')).toBe(prepare('select 1'))
    expect(prepare('select 1')).not.toBe(prepare('select 2'))
  })

  it('are kept while they are used, and not without an end', () => {
    const prepare = prepareOnce(new Sqlite(':memory:'))
    const used = prepare('select 0')
    const left = prepare('select -1')
    for (let number = 1; number < 1000; number += 1) {
      prepare(`select ${number}`)
      prepare('select 0')
    }
    expect(prepare('select 0')).toBe(used)
    expect(prepare('select -1')).not.toBe(left)
  })

  it('see columns that another connection has added', () => {
    const database = new Sqlite(':memory:')
    const prepare = prepareOnce(database)
    database.exec('create table things (name text); insert into things values (1)')
    expect(prepare('select * from things').all()).toEqual([{ name: '1' }])
    database.exec("alter table things add column colour text not null default 'red'")
    expect(prepare('select * from things').all()).toEqual([{ name: '1', colour: 'red' }])
  })
})
