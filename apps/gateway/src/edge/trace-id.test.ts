import { expect, it } from '@jest/globals'
import { traceIdOf } from './trace-id.ts'

const trace = '0af7651916cd43dd8448eb211c80319c'
const parent = 'b7ad6b7169203331'
const good = `00-${trace}-${parent}-01`

it.each([
  ['as it is now', good],
  ['not sampled', `00-${trace}-${parent}-00`],
  ['of a later version', `01-${trace}-${parent}-01-more`],
])('reads a traceparent %s', (_how, traceparent) => {
  expect(traceIdOf({ headers: { traceparent } })).toBe(trace)
})

it.each([
  ['is not there', undefined],
  ['is empty', ''],
  ['came twice', `${good}, ${good}`],
  ['is in capitals', good.toUpperCase()],
  ['has no trace', `00-${'0'.repeat(32)}-${parent}-01`],
  ['has no parent', `00-${trace}-${'0'.repeat(16)}-01`],
  ['has a version that cannot be', `ff-${trace}-${parent}-01`],
  ['is something else (T-83)', `00-${trace}-${parent}-01\n{"level":60}`],
])('reads nothing when it %s', (_how, traceparent) => {
  expect(traceIdOf({ headers: { traceparent } })).toBeUndefined()
})
