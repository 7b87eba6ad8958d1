import { expect, it } from '@jest/globals'
import { restartDelayMs } from './restart-delay-ms.ts'

it('one worker is replaced at once, one that cannot start more and more rarely', () => {
  const delays = [0, 1, 2, 3, 4, 9, 100, 10_000].map(restartDelayMs)
  expect(delays).toEqual([0, 0, 250, 500, 1000, 30_000, 30_000, 30_000])
})
