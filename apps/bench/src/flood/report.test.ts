import { expect, it } from '@jest/globals'
import { isWithin, reportAttack, reportHonest } from './report.ts'

it.each([
  [
    'through in time, or told 503 however late',
    true,
    [
      [200, 2999],
      [503, 9000],
    ],
  ],
  ['too late', false, [[200, 3000]]],
  ['told to wait', false, [[429, 5]]],
  ['broken', false, [[0, 5]]],
] as const)('a login is within the bound when it is %s: %s', (_what, kept, logins) => {
  const rows = logins.map(([status, milliseconds]) => ({ status, milliseconds }))
  expect(isWithin({ logins: rows })).toBe(kept)
})

it('logins that are not through count for no time', () => {
  const logins = [
    { status: 200, milliseconds: 100 },
    { status: 503, milliseconds: 1 },
    { status: 429, milliseconds: 1 },
  ]
  expect(reportHonest([{ networks: 100, who: 'ada', logins }]).at(-1)).toBe(
    '| 100 | ada | 3 | 1 | 100 | 100 | 1 | 1 | 0 | **missed** |',
  )
})

it('guesses without an answer are told', () => {
  const statuses = new Map([
    [401, 5],
    [503, 3],
  ])
  const line = reportAttack([{ networks: 1, counts: { sent: 10, lost: 0, statuses } }]).at(-1)
  expect(line).toBe('| 1 | 10 | 5 | 0 | 3 | 2 | 0 |')
})
