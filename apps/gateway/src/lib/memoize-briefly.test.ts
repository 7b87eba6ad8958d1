import { afterEach, beforeEach, describe, expect, it, jest } from '@jest/globals'
import { memoizeBriefly } from './memoize-briefly.ts'

const ageMs = 5000

beforeEach(() => {
  jest.useFakeTimers()
})

afterEach(() => {
  jest.useRealTimers()
})

describe('something costly', () => {
  it('is asked once for as long as the answer is fresh', async () => {
    let asked = 0
    const read = memoizeBriefly(async () => ++asked, ageMs)
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    await jest.advanceTimersByTimeAsync(4999)
    expect(await read()).toBe(1)
    await jest.advanceTimersByTimeAsync(1)
    expect(await read()).toBe(2)
  })

  it('is not asked again while it has not answered, however long that takes', async () => {
    let asked = 0
    const { promise, resolve } = Promise.withResolvers<number>()
    const read = memoizeBriefly(() => {
      asked += 1
      return promise
    }, ageMs)
    const first = read()
    await jest.advanceTimersByTimeAsync(60_000)
    const second = read()
    resolve(7)
    expect([await first, await second, asked]).toEqual([7, 7, 1])
  })

  it('is given time when it has failed, and then asked again', async () => {
    const answers = [() => Promise.reject(new Error('away')), async () => 3]
    const read = memoizeBriefly(() => answers.shift()?.() ?? Promise.resolve(0), ageMs)
    await expect(read()).rejects.toThrow('away')
    await jest.advanceTimersByTimeAsync(4999)
    await expect(read()).rejects.toThrow('away')
    await jest.advanceTimersByTimeAsync(1)
    expect(await read()).toBe(3)
  })

  it('is asked anew once it has answered, when no answer may be old', async () => {
    let asked = 0
    const read = memoizeBriefly(async () => ++asked, 0)
    expect(await Promise.all([read(), read()])).toEqual([1, 1])
    expect(await read()).toBe(2)
  })
})
