import { expect, it } from '@jest/globals'
import { type BulkheadRound, isWithin, reportBulkhead } from './report.ts'

const quiet = { requests: 100, refused: 0, p50: 3, p99: 5 }

function round(during: Partial<BulkheadRound['during']>, refused = 0): BulkheadRound {
  return { quiet, during: { ...quiet, ...during }, refused }
}

it.each([
  ['twice as long', true, [round({ p99: 10 })]],
  ['longer', false, [round({ p99: 10.1 })]],
  ['longer in one round of three', true, [round({}), round({ p99: 50 }), round({})]],
  ['refused once', false, [round({}), round({ refused: 1 }), round({})]],
  ['never answered', false, [round({ p99: Number.NaN })]],
])('the second tenant is served as before when it is %s: %s', (_what, kept, rounds) => {
  expect(isWithin({ rounds })).toBe(kept)
})

it('the bound stands beside what was measured', () => {
  const rounds = [round({ p50: 4, p99: 15 }, 12)]
  expect(reportBulkhead([{ engine: 'undici', what: 'hanging', rounds }]).at(-1)).toBe(
    '| undici | hanging | 4.00 | 15.0 | 5.00 | 3.00 | 0 | 12 | **missed** |',
  )
})
