import { expect, it } from '@jest/globals'
import { createConcurrencyLimit } from './concurrency-limit.ts'

it('never runs more at a time, and runs everything in order', async () => {
  const limit = createConcurrencyLimit(2)
  const started: number[] = []
  const running = new Set<number>()
  let most = 0
  const work = (number: number) => async () => {
    started.push(number)
    running.add(number)
    most = Math.max(most, running.size)
    await new Promise((resolve) => setImmediate(resolve))
    running.delete(number)
    return number
  }
  const numbers = [1, 2, 3, 4, 5, 6, 7]
  expect(await Promise.all(numbers.map((number) => limit(work(number))))).toEqual(numbers)
  expect(started).toEqual(numbers)
  expect(most).toBe(2)
})

it('gives the place of work that failed to the next', async () => {
  const limit = createConcurrencyLimit(1)
  const failing = limit(() => Promise.reject(new Error('no')))
  const next = limit(async () => 'next')
  await expect(failing).rejects.toThrow('no')
  expect(await next).toBe('next')
})
