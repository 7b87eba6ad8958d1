import { expect, it } from '@jest/globals'
import { createFixedClock } from '../../testing/index.ts'
import { createJumpWatch } from './jump-watch.ts'

const start = new Date('2030-01-01T00:00:00Z')

it.each([301, 40 * 86_400, -301])(
  'T-97: a step of %d seconds is a jump for ten minutes',
  (step) => {
    const clock = createFixedClock(start)
    const jumps = createJumpWatch(clock)
    jumps.look()
    clock.advance(step)
    expect(jumps.hasJumped()).toBe(true)
    clock.advance(299)
    jumps.look()
    clock.advance(300)
    expect(jumps.hasJumped()).toBe(true)
    clock.advance(1)
    expect(jumps.hasJumped()).toBe(false)
  },
)

it.each([0, 1, 300, -300])('a step of %d seconds is none, nor is the first look', (step) => {
  const clock = createFixedClock(start)
  const jumps = createJumpWatch(clock)
  expect(jumps.hasJumped()).toBe(false)
  clock.advance(step)
  expect(jumps.hasJumped()).toBe(false)
})
