import { describe, expect, it } from '@jest/globals'
import { createClockWatch } from './clock-watch.ts'

describe('F-8: a clock that differs from the database', () => {
  it.each([
    [0, false, true],
    [1.9, false, true],
    [2, true, true],
    [-4.9, true, true],
    [5, true, false],
    [-120, true, false],
  ])('by %d seconds: warned of %p, in step %p', async (skew, isWarned, isInStep) => {
    const { watch, lines } = createWatch([skew])
    await watch.check()
    expect(watch.skewSeconds()).toBe(skew)
    expect(lines).toEqual(isWarned ? [`warn ${skew}`] : [])
    if (isInStep) expect(() => watch.assertInStep()).not.toThrow()
    else expect(() => watch.assertInStep()).toThrow('the clock is wrong')
  })

  it('is warned of each time, and told once when it is right again', async () => {
    const { watch, lines } = createWatch([3, 3, 0, 0])
    for (let round = 0; round < 4; round += 1) await watch.check()
    expect(lines).toEqual(['warn 3', 'warn 3', 'info'])
  })

  it('counts as before while the database does not answer', async () => {
    const { watch } = createWatch([9])
    await watch.check()
    await expect(watch.check()).rejects.toThrow('no answer')
    expect(() => watch.assertInStep()).toThrow()
  })
})

function createWatch(skews: number[]) {
  const lines: string[] = []
  const watch = createClockWatch({
    async readSkew() {
      const next = skews.shift()
      if (next === undefined) throw new Error('no answer')
      return next
    },
    log: {
      warn: (facts: object) => void lines.push(`warn ${Object.values(facts).join()}`),
      info: () => void lines.push('info'),
    },
  })
  return { watch, lines }
}
