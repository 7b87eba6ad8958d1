import { expect, it } from '@jest/globals'
import { sleepMs } from './sleep-ms.ts'

const now = new Date('2030-01-01T00:00:00Z')

it.each([
  ['2030-01-01T00:00:01.500Z', 1500],
  ['2030-01-01T00:00:00Z', 0],
  ['2029-01-01T00:00:00Z', 0],
  ['2030-01-25T20:31:23.647Z', 2 ** 31 - 1],
  ['2030-01-25T20:31:23.648Z', 2 ** 31 - 1],
  ['2130-01-01T00:00:00Z', 2 ** 31 - 1],
])('T-78: sleeps towards %s for %i ms', (until, ms) => {
  expect(sleepMs(new Date(until), now)).toBe(ms)
})
