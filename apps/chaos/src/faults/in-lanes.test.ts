import { describe, expect, it } from '@jest/globals'
import { inLanes } from './in-lanes.ts'

/** Does work that ends when it is told, and keeps what happened. */
function createWork() {
  const under = new Map<string, () => void>()
  const begun: string[] = []
  return {
    begun,
    work(item: string): Promise<void> {
      begun.push(item)
      return new Promise((resolve) => under.set(item, resolve))
    },
    async end(...items: readonly string[]): Promise<void> {
      for (const item of items) under.get(item)?.()
      await new Promise((resolve) => setImmediate(resolve))
    },
  }
}

const isAlone = (item: string) => item.startsWith('alone')

describe('work in lanes', () => {
  it('is begun in order, so much at a time', async () => {
    const { begun, work, end } = createWork()
    const all = inLanes(['a', 'b', 'c', 'd'], { atOnce: 2, isAlone }, work)
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'c'])
    await end('a', 'c')
    expect(begun).toEqual(['a', 'b', 'c', 'd'])
    await end('d')
    await all
  })

  it('that must be alone comes last, one after the other', async () => {
    const { begun, work, end } = createWork()
    const all = inLanes(['alone 1', 'a', 'alone 2', 'b'], { atOnce: 3, isAlone }, work)
    expect(begun).toEqual(['a', 'b'])
    await end('a')
    expect(begun).toEqual(['a', 'b'])
    await end('b')
    expect(begun).toEqual(['a', 'b', 'alone 1'])
    await end('alone 1')
    expect(begun).toEqual(['a', 'b', 'alone 1', 'alone 2'])
    await end('alone 2')
    await all
  })

  it('is done in its order when it is one at a time', async () => {
    const begun: string[] = []
    await inLanes(['alone 1', 'a'], { atOnce: 1, isAlone }, async (item) => void begun.push(item))
    expect(begun).toEqual(['alone 1', 'a'])
  })
})
