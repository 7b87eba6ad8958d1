import { expect, it } from '@jest/globals'
import { moveAsObject } from './move-as-object.ts'
import type { MoveSettings } from './read-move-settings.ts'

const settings = {
  from: '/data/gatehouse.sqlite',
  to: { kind: 'postgres', url: 'postgres://grace:hunter2@db:5432/gatehouse?sslmode=require' },
  keys: { dataDir: '/data' },
} as unknown as MoveSettings
const move = {
  source: { count: ({ name }: { name: string }) => (name === 'accounts' ? 3 : 0) },
  settings,
}

it('tells a move that was not made from one that was, without a password', () => {
  const planned = moveAsObject(move, { plan: { kind: 'go_on', rows: 2 } })
  expect(planned).toMatchObject({
    from: '/data/gatehouse.sqlite',
    to: 'postgres://db:5432/gatehouse',
    dry_run: true,
    rows: 3,
    present: 2,
    removed: 0,
    comparison: null,
    master_key_file: '/data/master.key',
  })
  expect(planned.tables).toContainEqual({ name: 'accounts', rows: 3 })
  expect(JSON.stringify(planned)).not.toContain('hunter2')
})

it('lists rows that differ by their keys, and counts those of the target alone', () => {
  const difference = { table: 'accounts', kind: 'differs', key: ['a1'], columns: ['role'] } as const
  const comparison = {
    compared: new Map([
      ['tenants', 1],
      ['accounts', 2],
    ]),
    differing: 1,
    differences: [difference],
    surplus: new Map([['sessions', 4]]),
  }
  const anew = moveAsObject(move, { plan: { kind: 'begin_anew', rows: 7 }, comparison })
  expect(anew).toMatchObject({ dry_run: false, present: 0, removed: 7 })
  expect(anew.comparison).toEqual({
    rows: 3,
    differing: 1,
    differences: [difference],
    surplus: [{ name: 'sessions', rows: 4 }],
  })
  const compared = moveAsObject(move, { comparison })
  expect(compared).toMatchObject({ dry_run: false, present: null, removed: null })
  expect(Object.keys(compared)).toEqual(Object.keys(anew))
})
