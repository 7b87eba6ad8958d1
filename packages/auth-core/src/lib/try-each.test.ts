import { expect, it } from '@jest/globals'
import { tryEach } from './try-each.ts'

it('has a turn for each, and throws the first failure in the end', async () => {
  const seen: number[] = []
  const work = async (item: number) => {
    seen.push(item)
    if (item % 2 === 1) throw new Error(`no ${item}`)
  }
  await expect(tryEach([1, 2, 3, 4], work)).rejects.toThrow('no 1')
  expect(seen).toEqual([1, 2, 3, 4])
})

it('counts what was done', async () => {
  expect(await tryEach(['a', 'b'], async () => {})).toBe(2)
  expect(await tryEach([], async () => {})).toBe(0)
})
