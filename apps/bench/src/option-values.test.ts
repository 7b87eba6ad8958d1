import { expect, it } from '@jest/globals'
import { secondsOf, someOf, wholeOf } from './option-values.ts'

it('takes of a list what is known, in the known order', () => {
  expect(someOf(['sqlite', 'postgres'], 'postgres,sqlite', '--database')).toEqual([
    'sqlite',
    'postgres',
  ])
})

it.each([
  () => someOf(['sqlite', 'postgres'], 'mysql', '--database'),
  () => wholeOf('1e3', '--rounds'),
  () => wholeOf('0', '--rounds'),
  () => secondsOf('soon', '--seconds'),
  () => secondsOf('0', '--seconds'),
])('says what a wrong value should have been (%#)', (read) => {
  expect(read).toThrow(/^--\w+ takes .+; not \w+$/)
})

it('takes parts of a second', () => {
  expect([secondsOf('1.5', '--seconds'), wholeOf('5', '--rounds')]).toEqual([1.5, 5])
})
