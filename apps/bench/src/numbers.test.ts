import { expect, it } from '@jest/globals'
import { short, whole } from './numbers.ts'

it.each([
  [0.1234, '0.12'],
  [9.876, '9.88'],
  [12.34, '12.3'],
  [123.4, '123'],
  [12_345.6, '12346'],
  [Number.NaN, '-'],
])('%d is short as %s', (value, text) => {
  expect(short(value)).toBe(text)
})

it('sets thousands apart', () => {
  expect(whole(1_234_567.8)).toBe('1,234,568')
})
