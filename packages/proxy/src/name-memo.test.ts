import { describe, expect, it } from '@jest/globals'
import { createNameMemo } from './name-memo.ts'

describe('the memory of names', () => {
  it('checks a name once, and every spelling for itself', () => {
    const { memo, checked } = start()
    expect([memo('Accept').name, memo('accept').name, memo('Accept').name]).toEqual([
      'Accept',
      'accept',
      'Accept',
    ])
    expect(checked).toEqual(['Accept', 'accept'])
  })

  it('is right about names that were forgotten, and about endless ones', () => {
    const { memo, checked } = start()
    const names = Array.from({ length: 3000 }, (_, at) => `X-${at}`)
    expect(names.map((name) => memo(name).name)).toEqual(names)
    expect(memo('X-0').name).toBe('X-0')
    expect(checked).toHaveLength(3001)
    const endless = 'x'.repeat(65)
    expect([memo(endless).name, memo(endless).name]).toEqual([endless, endless])
    expect(checked).toHaveLength(3003)
  })
})

function start() {
  const checked: string[] = []
  const memo = createNameMemo((name) => {
    checked.push(name)
    return { name }
  })
  return { memo, checked }
}
