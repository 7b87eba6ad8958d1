import { describe, expect, it } from '@jest/globals'
import { createNameMemo } from './name-memo.ts'

describe('the memory of names', () => {
  it('judges a name once, and every spelling for itself', () => {
    const { memo, judged } = start()
    expect([memo('Accept').name, memo('accept').name, memo('Accept').name]).toEqual([
      'Accept',
      'accept',
      'Accept',
    ])
    expect(judged).toEqual(['Accept', 'accept'])
  })

  it('is right about names that were forgotten, and about endless ones', () => {
    const { memo, judged } = start()
    const names = Array.from({ length: 3000 }, (_, at) => `X-${at}`)
    expect(names.map((name) => memo(name).name)).toEqual(names)
    expect(memo('X-0').name).toBe('X-0')
    expect(judged).toHaveLength(3001)
    const endless = 'x'.repeat(65)
    expect([memo(endless).name, memo(endless).name]).toEqual([endless, endless])
    expect(judged).toHaveLength(3003)
  })
})

function start() {
  const judged: string[] = []
  const memo = createNameMemo((name) => {
    judged.push(name)
    return { name }
  })
  return { memo, judged }
}
