import { expect, it } from '@jest/globals'
import { growthOf, reportSizes } from './report.ts'

it('compares the last with the first', () => {
  expect(growthOf([2, 5, 3])).toBe(1.5)
  expect(growthOf([])).toBeNaN()
})

it('tells what a row takes', () => {
  const [, , line] = reportSizes([{ table: 'accounts', rows: 1000, bytes: 2 ** 20 }])
  expect(line).toBe('| `accounts` | 1,000 | 1.00 | 1,049 |')
})
