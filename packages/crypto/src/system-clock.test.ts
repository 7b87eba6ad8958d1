import { expect, it } from '@jest/globals'
import { createSystemClock } from './system-clock.ts'

it('the system clock tells the time of the machine', () => {
  const before = Date.now()
  const now = createSystemClock().now().getTime()
  expect(now).toBeGreaterThanOrEqual(before)
  expect(now).toBeLessThanOrEqual(Date.now())
})
