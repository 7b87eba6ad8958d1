import { expect, it } from '@jest/globals'
import { median, medianRatio } from './median.ts'

it('is the value in the middle', () => {
  expect(median([9, 1, 4])).toBe(4)
})

it('of ratios is taken round by round', () => {
  // A round in which all took ten times as long changes nothing.
  expect(medianRatio([3, 40, 6], [2, 20, 3])).toBe(2)
  expect(medianRatio([3, 40, 6, 20], [2, 20, 3, 10])).toBe(2)
})

it('of ratios to nothing is no number', () => {
  expect(medianRatio([1], [])).toBeNaN()
})
