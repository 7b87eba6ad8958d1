import { expect, it } from '@jest/globals'
import { restartDelayMs, workerCount } from './worker-pool.ts'

it.each([
  [1, 8, 1],
  [3, 2, 3],
  ['auto', 8, 8],
  ['auto', 1, 1],
  ['auto', 256, 64],
] as const)('WORKERS=%s on %i cores is %i', (workers, cores, expected) => {
  expect(workerCount({ workers }, cores)).toBe(expected)
})

it('one worker is replaced at once, one that cannot start more and more rarely', () => {
  const delays = [0, 1, 2, 3, 4, 9, 100, 10_000].map(restartDelayMs)
  expect(delays).toEqual([0, 0, 250, 500, 1000, 30_000, 30_000, 30_000])
})
