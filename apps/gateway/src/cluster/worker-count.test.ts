import { expect, it } from '@jest/globals'
import { workerCount } from './worker-count.ts'

it.each([
  [1, 8, 1],
  [3, 2, 3],
  ['auto', 8, 8],
  ['auto', 1, 1],
  ['auto', 256, 64],
] as const)('WORKERS=%s on %i cores is %i', (workers, cores, expected) => {
  expect(workerCount({ workers }, cores)).toBe(expected)
})
