import { describe, expect, it } from '@jest/globals'
import { mapConcurrently } from './map-concurrently.ts'

describe('mapping concurrently', () => {
  it('keeps the order, whatever is finished first', async () => {
    const finish: (() => void)[] = []
    const mapping = mapConcurrently([0, 1, 2], 3, async (item) => {
      await new Promise<void>((resolve) => {
        finish[item] = resolve
      })
      return item * 10
    })
    for (const item of [2, 0, 1]) finish[item]?.()
    expect(await mapping).toEqual([0, 10, 20])
  })

  it.each([1, 2, 5, 50])('has at most %d under way', async (limit) => {
    let underWay = 0
    let max = 0
    const items = Array.from({ length: 20 }, (_, index) => index)
    await mapConcurrently(items, limit, async () => {
      underWay += 1
      max = Math.max(max, underWay)
      await Promise.resolve()
      underWay -= 1
    })
    expect(max).toBe(Math.min(limit, 20))
  })

  it('of nothing is nothing', async () => {
    expect(await mapConcurrently([], 3, async () => 'never')).toEqual([])
  })

  it('fails with the first failure', async () => {
    const mapping = mapConcurrently([1, 2, 3], 2, async (item) => {
      if (item === 2) throw new Error('two')
      return item
    })
    await expect(mapping).rejects.toThrow('two')
  })
})
