import { expect, it } from '@jest/globals'
import { isWithinBounds, reportWays, type WayResult } from './report.ts'

const refresh: WayResult = { way: '2 ms away', operation: 'refresh', milliseconds: 9, trips: 3.1 }
const question: WayResult = { ...refresh, operation: 'one question', trips: 1 }

it('is within its bounds when each operation waits as seldom as it has to', () => {
  expect(isWithinBounds([question, refresh, { ...refresh, operation: 'login', trips: 8 }])).toBe(
    true,
  )
})

it('is not when one waits once more', () => {
  expect(isWithinBounds([refresh, { ...refresh, operation: 'login', trips: 9 }])).toBe(false)
  expect(isWithinBounds([{ ...refresh, trips: 4 }])).toBe(false)
})

it('shows each bound beside what was measured', () => {
  expect(reportWays([question, refresh, { ...refresh, trips: 4 }]).slice(2)).toEqual([
    '| 2 ms away | one question | 9.00 | 1.00 |  |',
    '| 2 ms away | refresh | 9.00 | 3.10 | 3: kept |',
    '| 2 ms away | refresh | 9.00 | 4.00 | 3: **missed** |',
  ])
})
