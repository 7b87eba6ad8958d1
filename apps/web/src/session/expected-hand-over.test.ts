import { expect, it } from '@jest/globals'
import { isRecent } from './expected-hand-over.ts'

const now = 1_893_456_000_000

it.each([
  [String(now), true],
  [String(now - 600_000), true],
  [String(now - 600_001), false],
  [String(now - 7 * 86_400_000), false],
  [String(now + 1), false],
  ['yes', false],
  [null, false],
])('T-104: a hand-over that was expected at %s is taken: %s', (noted, taken) => {
  expect(isRecent(noted, now)).toBe(taken)
})
