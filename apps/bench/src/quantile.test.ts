import { expect, it } from '@jest/globals'
import { quantile } from './quantile.ts'

it.each([
  [[5], 0.5, 5],
  [[3, 1, 2], 0.5, 2],
  [[10, 9, 2, 1], 0.5, 5.5],
  [[1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], 0.9, 10],
  [[4, 1], 0, 1],
  [[4, 1], 1, 4],
])('of %j at %d is %d', (values, share, expected) => {
  expect(quantile(values, share)).toBe(expected)
})

it('of nothing is no number', () => {
  expect(quantile([], 0.5)).toBeNaN()
})
