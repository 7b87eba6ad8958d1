import { describe, expect, it } from '@jest/globals'
import { nextItem } from './next-item.ts'

const texts = ['Change role', 'End sessions', 'Disable', 'Évaluer', 'Delete']
const plain = { ctrlKey: false, metaKey: false, altKey: false }
const go = (at: number, key: string) => nextItem(texts, at, { ...plain, key })

describe('in a menu', () => {
  it.each([
    [0, 'ArrowDown', 1],
    [4, 'ArrowDown', 0],
    [-1, 'ArrowDown', 0],
    [0, 'ArrowUp', 4],
    [-1, 'ArrowUp', 4],
    [2, 'Home', 0],
    [2, 'End', 4],
  ])('from %d the key %s leads to %d', (at, key, to) => {
    expect(go(at, key)).toBe(to)
  })

  it('a letter leads to the next item that begins with it, and round', () => {
    expect(go(0, 'd')).toBe(2)
    expect(go(2, 'D')).toBe(4)
    expect(go(4, 'd')).toBe(2)
    expect(go(0, 'é')).toBe(3)
    expect(go(0, 'x')).toBeUndefined()
  })

  it('several letters lead to the item that begins with all of them, and stay where they fit', () => {
    const names = ['Example GmbH', 'Example North', 'Example South', 'Other']
    const type = (at: number, typed: string) =>
      nextItem(names, at, { ...plain, key: typed.at(-1) ?? '', typed })
    expect(type(0, 'example s')).toBe(2)
    expect(type(2, 'example s')).toBe(2)
    expect(type(0, 'ex')).toBe(0)
    expect(type(3, 'ex')).toBe(0)
    expect(type(0, 'exo')).toBeUndefined()
    expect(type(0, 'ee')).toBe(1)
  })

  it.each([' ', 'Enter', 'Shift', 'F5'])('the key %j is left to the browser', (key) => {
    expect(go(0, key)).toBeUndefined()
  })

  it('a shortcut is left to the browser', () => {
    expect(nextItem(texts, 0, { ...plain, ctrlKey: true, key: 'd' })).toBeUndefined()
    expect(nextItem([], -1, { ...plain, key: 'ArrowDown' })).toBeUndefined()
  })
})
