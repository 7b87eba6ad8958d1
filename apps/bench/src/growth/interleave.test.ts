import { expect, it } from '@jest/globals'
import { interleave } from './interleave.ts'

it('gives the median of each thing', async () => {
  const values = { a: [3, 1, 2], b: [10, 30, 20] }
  const measure = async (name: 'a' | 'b', round: number) => values[name][round] ?? 0
  expect(await interleave(['a', 'b'] as const, 3, measure)).toEqual([2, 20])
})

it('lets all of them have their turn in each round', async () => {
  const seen: string[] = []
  await interleave(['a', 'b'], 2, async (name, round) => seen.push(`${name}${round}`))
  expect(seen).toEqual(['a0', 'b0', 'b1', 'a1'])
})
