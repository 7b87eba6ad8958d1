import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { createPings } from './pings.ts'

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('pings', () => {
  it('beat everything once in a period', () => {
    const { beats } = beating(30, 100)
    jest.advanceTimersByTime(30_000)
    expect(beats).toEqual(Array.from({ length: 100 }, () => 1))
    jest.advanceTimersByTime(60_000)
    expect(beats).toEqual(Array.from({ length: 100 }, () => 3))
  })

  it('are spread over it', () => {
    const { beats } = beating(30, 300)
    for (let second = 1; second <= 30; second += 1) {
      jest.advanceTimersByTime(1000)
      expect(beats.filter((count) => count === 1)).toHaveLength(second * 10)
    }
  })

  it('take part of a second for a period, too', () => {
    const { beats } = beating(0.1, 3)
    jest.advanceTimersByTime(100)
    expect(beats).toEqual([1, 1, 1])
  })

  it('leave out what was removed, and end when they are stopped', () => {
    const { pings, things, beats } = beating(10, 3)
    const [first] = things
    if (first) pings.remove(first)
    jest.advanceTimersByTime(10_000)
    expect(beats).toEqual([0, 1, 1])
    pings.stop()
    expect(jest.getTimerCount()).toBe(0)
  })
})

function beating(periodSeconds: number, count: number) {
  const pings = createPings(periodSeconds)
  const beats = Array.from({ length: count }, () => 0)
  const things = beats.map((_zero, index) => ({
    ping() {
      beats[index] = (beats[index] ?? 0) + 1
    },
  }))
  for (const thing of things) pings.add(thing)
  return { pings, things, beats }
}
