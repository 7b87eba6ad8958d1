import { expect, it } from '@jest/globals'
import { closeCodes, isSendable } from './close-codes.ts'

it.each([1000, 1001, 1003, 1007, 1009, 1011, 1012, 1014, 3000, 4000, 4401, 4999])(
  'T-80: passes on %i',
  (code) => {
    expect(isSendable(code)).toBe(true)
  },
)

it.each([0, 999, 1004, 1005, 1006, 1015, 1016, 2999, 5000, -1, 65_535])(
  'T-80: never sends %i',
  (code) => {
    expect(isSendable(code)).toBe(false)
  },
)

it('can send its own codes', () => {
  expect(Object.values(closeCodes).filter((code) => !isSendable(code))).toEqual([])
})
