import { expect, it } from '@jest/globals'
import { load } from './load.ts'

it('asks no more often than told, each with a number of its own', async () => {
  const seen: number[] = []
  const { done, milliseconds } = await load(async (number) => void seen.push(number), {
    concurrency: 3,
    seconds: 60,
    max: 10,
  })
  expect(done).toBe(10)
  expect(milliseconds).toHaveLength(10)
  expect(seen.sort((one, other) => one - other)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9])
})

it('has as many under way as told', async () => {
  let underWay = 0
  let highest = 0
  const operation = async () => {
    underWay += 1
    highest = Math.max(highest, underWay)
    await new Promise((resolve) => setImmediate(resolve))
    underWay -= 1
  }
  await load(operation, { concurrency: 4, seconds: 60, max: 20 })
  expect(highest).toBe(4)
})

it('goes on after those that fail, and tells how many did', async () => {
  const refusal = new Error('refused')
  const operation = (number: number) => (number % 2 ? Promise.reject(refusal) : Promise.resolve())
  const result = await load(operation, { concurrency: 2, seconds: 60, max: 5 })
  expect(result).toMatchObject({ done: 3, failed: 2, failure: refusal })
})
