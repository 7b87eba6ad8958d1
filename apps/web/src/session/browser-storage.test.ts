import { describe, expect, it } from '@jest/globals'
import { openStorage } from './browser-storage.ts'

function storageOf(limit = Number.POSITIVE_INFINITY) {
  const kept = new Map<string, string>()
  const storage = {
    getItem: (name: string) => kept.get(name) ?? null,
    setItem(name: string, text: string) {
      if (text.length > limit) throw new Error('QuotaExceededError')
      kept.set(name, text)
    },
    removeItem: (name: string) => void kept.delete(name),
  } as Storage
  return { kept, storage }
}

describe('a storage', () => {
  it('keeps texts in the browser, and leaves nothing else there', () => {
    const { kept, storage } = storageOf()
    const opened = openStorage(() => storage)
    expect(opened.isLasting).toBe(true)
    expect([...kept]).toEqual([])
    opened.write('a', '1')
    expect([...kept]).toEqual([['a', '1']])
    expect(opened.read('a')).toBe('1')
    opened.write('a', undefined)
    expect(opened.read('a')).toBeNull()
    expect([...kept]).toEqual([])
  })

  it('works for this page where the browser blocks it', () => {
    const blocked = openStorage(() => {
      throw new DOMException('denied', 'SecurityError')
    })
    expect(blocked.isLasting).toBe(false)
    expect(blocked.read('a')).toBeNull()
    blocked.write('a', '1')
    expect(blocked.read('a')).toBe('1')
    blocked.write('a', undefined)
    expect(blocked.read('a')).toBeNull()
  })

  it('keeps for this page what does not fit, and never an older text', () => {
    const { storage } = storageOf(3)
    const opened = openStorage(() => storage)
    opened.write('a', '123')
    opened.write('a', '12345')
    expect(opened.read('a')).toBe('12345')
    expect(openStorage(() => storage).read('a')).toBeNull()
    opened.write('a', '1')
    expect(opened.read('a')).toBe('1')
  })
})
