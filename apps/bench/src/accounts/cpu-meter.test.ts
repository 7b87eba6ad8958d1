import { expect, it } from '@jest/globals'
import { familyUse } from './cpu-meter.ts'

it('counts what the processes of a family used in between', () => {
  const before = new Map([
    [1, 100],
    [2, 50],
    [3, 70],
  ])
  const after = new Map([
    [1, 110],
    [2, 55],
    [4, 7],
  ])
  expect(familyUse(before, after)).toBe(22)
})
