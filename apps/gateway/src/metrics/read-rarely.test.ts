import { afterEach, beforeEach, expect, it, jest } from '@jest/globals'
import { readRarely } from './read-rarely.ts'

const patience = { ageMs: 5000, timeoutMs: 1000 }

beforeEach(() => {
  jest.useFakeTimers()
})

afterEach(() => {
  jest.useRealTimers()
})

it('asks once for as long as the answer is fresh', async () => {
  let asked = 0
  const read = readRarely(async () => ++asked, patience)
  expect(await Promise.all([read(), read()])).toEqual([1, 1])
  await jest.advanceTimersByTimeAsync(4999)
  expect(await read()).toBe(1)
  await jest.advanceTimersByTimeAsync(1)
  expect(await read()).toBe(2)
})

it('waits no longer than it may, and does not ask again while it has no answer', async () => {
  let asked = 0
  const { promise, resolve } = Promise.withResolvers<number>()
  const read = readRarely(() => {
    asked += 1
    return promise
  }, patience)
  const first = read()
  await jest.advanceTimersByTimeAsync(1000)
  expect(await first).toBeUndefined()
  await jest.advanceTimersByTimeAsync(60_000)
  const second = read()
  resolve(7)
  expect([await second, asked]).toEqual([7, 1])
})

it('has no answer when asking fails, and asks again later', async () => {
  const answers = [() => Promise.reject(new Error('away')), async () => 3]
  const read = readRarely(() => answers.shift()?.() ?? Promise.resolve(0), patience)
  expect(await read()).toBeUndefined()
  await jest.advanceTimersByTimeAsync(5000)
  expect(await read()).toBe(3)
})
