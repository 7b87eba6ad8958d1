import { until } from '@gatehouse/test-services'
import { expect, it } from '@jest/globals'
import { afterTest } from '../testing/after-test.ts'
import { createLagWatch } from './lag-watch.ts'

/** A clock that is read again and again, and passes so much from one time to the next. */
function watch(steps: readonly number[]) {
  let read = 0
  let time = 0
  const lag = createLagWatch({
    maxLagMs: 500,
    now() {
      time += steps[Math.min(read, steps.length - 1)] ?? 0
      read += 1
      return time
    },
  })
  afterTest(async () => lag.stop())
  return { isLate: lag.isLate, untilRead: (times: number) => until(() => read >= times) }
}

it('T-90: a process whose timers are late again and again is late', async () => {
  const { isLate, untilRead } = watch([0, 700])
  await untilRead(3)
  expect(isLate()).toBe(true)
})

it('a single pause makes no process late', async () => {
  const { isLate, untilRead } = watch([0, 700, 100])
  await untilRead(2)
  expect(isLate()).toBe(false)
  await untilRead(3)
  expect(isLate()).toBe(false)
})

it('a process that keeps up again is not late any more', async () => {
  const { isLate, untilRead } = watch([0, 700, 700, 100])
  await untilRead(3)
  expect(isLate()).toBe(true)
  await untilRead(4)
  expect(isLate()).toBe(false)
})
