import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createAlarm } from './alarm.ts'

const start = new Date('2030-01-01T00:00:00Z')

beforeEach(() => {
  jest.useFakeTimers({ now: start })
})
afterEach(() => {
  jest.useRealTimers()
})

describe('an alarm', () => {
  it('wakes at the soonest moment it was set for, and only then', () => {
    const { alarm, woken } = setting()
    for (const second of [30, 10, 20]) alarm.setNoLater(after(second))
    jest.advanceTimersByTime(60_000)
    expect(woken).toEqual([after(10)])
    expect(jest.getTimerCount()).toBe(0)
  })

  it('can be set again by what it wakes', () => {
    const { alarm, woken } = setting((now) => {
      if (now < after(12)) alarm.setNoLater(now + 1000)
    })
    alarm.setNoLater(after(10))
    jest.advanceTimersByTime(60_000)
    expect(woken).toEqual([after(10), after(11), after(12)])
  })

  it('wakes at once for what is past', () => {
    const { alarm, woken } = setting()
    alarm.setNoLater(after(-5))
    jest.advanceTimersByTime(0)
    expect(woken).toEqual([after(0)])
  })

  it('B-133: does not wake sooner for what is far away', () => {
    const sixtyDays = 60 * 24 * 3600
    const { alarm, woken } = setting()
    alarm.setNoLater(after(sixtyDays))
    jest.advanceTimersByTime(sixtyDays * 1000 - 1)
    expect(woken).toEqual([])
    jest.advanceTimersByTime(1)
    expect(woken).toEqual([after(sixtyDays)])
  })

  it.each([2 ** 31 - 1, 2 ** 31, 2 ** 31 + 1])(
    'T-78: wakes in time around the longest delay of a timer: %i ms',
    (delay) => {
      const { alarm, woken } = setting()
      alarm.setNoLater(start.getTime() + delay)
      jest.advanceTimersByTime(delay - 1)
      expect(woken).toEqual([])
      jest.advanceTimersByTime(1)
      expect(woken).toEqual([start.getTime() + delay])
    },
  )

  it('never wakes for what never comes', () => {
    setting().alarm.setNoLater(Number.POSITIVE_INFINITY)
    expect(jest.getTimerCount()).toBe(0)
  })

  it('sleeps on when the clock was set back', () => {
    const { alarm, woken } = setting()
    alarm.setNoLater(after(10))
    jest.setSystemTime(after(-5))
    jest.advanceTimersByTime(10_000)
    expect(woken).toEqual([])
    jest.advanceTimersByTime(5_000)
    expect(woken).toEqual([after(10)])
  })

  it('does not wake once it is stopped', () => {
    const { alarm, woken } = setting()
    alarm.setNoLater(after(10))
    alarm.stop()
    jest.advanceTimersByTime(60_000)
    expect(woken).toEqual([])
  })
})

function setting(onWake: (now: number) => void = () => undefined) {
  const woken: number[] = []
  const clock = { now: () => new Date() }
  const alarm = createAlarm(clock, (now) => {
    woken.push(now)
    onWake(now)
  })
  return { alarm, woken }
}

function after(seconds: number): number {
  return start.getTime() + seconds * 1000
}
