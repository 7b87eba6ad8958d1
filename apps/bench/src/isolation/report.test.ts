import { expect, it } from '@jest/globals'
import { type IsolationRound, type IsolationTurn, missedBounds, reportIsolation } from './report.ts'

const quiet = { requests: 1000, refused: 0, p50: 2, p99: 5 }
const bounds = { ratio: 4, p99: 20, perSecond: 800, cpuMs: 1.2 }

function turn(
  during: Partial<IsolationRound['during']>,
  rest: Partial<IsolationRound> = {},
): IsolationTurn {
  const clients = { answered: 4000, failed: 0 }
  const round = { quiet, during: { ...quiet, ...during }, clients, seconds: 5, cpuMs: 1.2 }
  return { what: 'refreshes', bounds, rounds: [{ ...round, ...rest }] }
}

it.each([
  ['all are kept at their edges', [], turn({ p99: 20 })],
  ['others wait too long', ['4 × quiet', 'p99 20 ms'], turn({ p99: 20.1 })],
  ['others are never answered', ['4 × quiet', 'p99 20 ms'], turn({ p99: Number.NaN })],
  ['others are refused', ['none refused'], turn({ refused: 1 })],
  ['clients fail', ['none refused'], turn({}, { clients: { answered: 4000, failed: 1 } })],
  ['clients are too few', ['800 a second'], turn({}, { clients: { answered: 3999, failed: 0 } })],
  ['clients cost too much', ['1.2 ms of CPU'], turn({}, { cpuMs: 1.21 })],
])('of the bounds, %s', (_, missed, measured) => {
  expect(missedBounds(measured)).toEqual(missed)
})

it('a bound that is not set is not missed', () => {
  expect(missedBounds({ ...turn({ p99: 1000 }), bounds: {} })).toEqual([])
})

it('each bound stands beside what was measured', () => {
  const measured = { ...turn({ p50: 4, p99: 15 }), bounds: { ratio: 2, p99: 20 } }
  expect(reportIsolation([measured]).at(-1)).toBe(
    '| refreshes | 4.00 | 15.0 | 2.00 | 5.00 | 3.00 | 800 | 1.20 | 0 | 2 × quiet: **missed**; p99 20 ms: kept; none refused: kept |',
  )
})
