import { expect, it } from '@jest/globals'
import { coresIn } from './allowed-cores.ts'

it.each([
  ['0', [0]],
  ['0-1', [0, 1]],
  ['2,4-6,9', [2, 4, 5, 6, 9]],
])('reads %j', (list, cores) => {
  expect(coresIn(list)).toEqual(cores)
})
