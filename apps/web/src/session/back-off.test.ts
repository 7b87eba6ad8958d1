import { describe, expect, it } from '@jest/globals'
import { createBackOff } from './back-off.ts'

/** The waits after so many failures in a row, in milliseconds. */
function waitsOf(backOff: ReturnType<typeof createBackOff>, failures: number): readonly number[] {
  let now = 1_000_000
  return Array.from({ length: failures }, () => {
    backOff.noteFailure(now)
    const before = now
    while (backOff.isTooEarly(now)) now += 500
    return now - before
  })
}

describe('a service that does not answer', () => {
  it('is asked at once the first time, and then less and less often', () => {
    const backOff = createBackOff(() => 0)
    expect(backOff.isTooEarly(1_000_000)).toBe(false)
    expect(waitsOf(backOff, 8)).toEqual([1000, 2000, 4000, 8000, 16_000, 32_000, 60_000, 60_000])
  })

  it('is not asked by all at the same moment', () => {
    expect(
      waitsOf(
        createBackOff(() => 1),
        3,
      ),
    ).toEqual([500, 1000, 2000])
  })

  it('counts as one failure for all who waited for the same answer', () => {
    const backOff = createBackOff(() => 0)
    for (const now of [5_000_000, 5_000_001, 5_000_001]) backOff.noteFailure(now)
    expect(backOff.isTooEarly(5_001_000)).toBe(false)
  })

  it('is asked at once when it has answered, or the connection is back', () => {
    const backOff = createBackOff(() => 0)
    waitsOf(backOff, 5)
    backOff.noteFailure(9_000_000)
    backOff.reset()
    expect(backOff.isTooEarly(9_000_000)).toBe(false)
    expect(waitsOf(backOff, 1)).toEqual([1000])
  })
})
