import { expect, it } from '@jest/globals'
import { growth } from './memory.ts'

const samples = (...resident: readonly number[]) =>
  resident.map((each, index) => ({ requests: index + 1, resident: each, heap: 2 * each }))

it('grows by as much as the most of the second half exceeds that of the first', () => {
  expect(growth(samples(1, 100, 90, 110, 95), 'resident')).toBe(1.1)
  expect(growth(samples(1, 100, 90, 110, 95), 'heap')).toBe(1.1)
})

it('does not grow by what it takes at the beginning', () => {
  expect(growth(samples(10, 100, 100), 'resident')).toBe(1)
})

it('is less than one where memory was given back', () => {
  expect(growth(samples(1, 100, 50), 'resident')).toBe(0.5)
})
