import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { repeat } from './repeat.ts'

beforeEach(() => {
  jest.useFakeTimers()
})

afterEach(() => {
  jest.useRealTimers()
})

const second = 1000
const never = () => undefined

describe('something repeated', () => {
  it('runs at once, and again a pause after the end of each run', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
      await new Promise((resolve) => setTimeout(resolve, 5 * second))
    }
    const repeating = repeat(work, { pauseSeconds: 10, onError: never })
    expect(runs).toBe(1)
    await jest.advanceTimersByTimeAsync(15 * second - 1)
    expect(runs).toBe(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(runs).toBe(2)
    const stopped = repeating.stop()
    await jest.advanceTimersByTimeAsync(5 * second)
    await stopped
  })

  it('goes on after a failure, and reports it', async () => {
    const errors: unknown[] = []
    const failure = new Error('no')
    const repeating = repeat(() => Promise.reject(failure), {
      pauseSeconds: 1,
      onError: (error) => errors.push(error),
    })
    await jest.advanceTimersByTimeAsync(2 * second)
    expect(errors).toEqual([failure, failure, failure])
    await repeating.stop()
  })

  it('is stopped in its pause at once', async () => {
    let runs = 0
    const work = async () => {
      runs += 1
    }
    const repeating = repeat(work, { pauseSeconds: 3600, onError: never })
    await jest.advanceTimersByTimeAsync(second)
    await repeating.stop()
    await jest.advanceTimersByTimeAsync(7200 * second)
    expect([runs, jest.getTimerCount()]).toEqual([1, 0])
  })

  it('is let finish what it is doing', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    let done = false
    const work = () =>
      promise.then(() => {
        done = true
      })
    const stopped = repeat(work, { pauseSeconds: 1, onError: never }).stop()
    resolve()
    await stopped
    expect(done).toBe(true)
  })
})
