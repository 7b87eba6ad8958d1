import { describe, expect, it } from '@jest/globals'
import { characterWidths, widthOf } from './character-widths.ts'

describe('the width of a character', () => {
  it.each([
    ['a', 1],
    ['ü', 1],
    ['世', 2],
    ['한', 2],
    ['Ａ', 2],
    ['😀', 2],
    // Of Unicode 15 and 16.
    ['\u{1fae8}', 2],
    ['\u{1fadf}', 2],
    ['\u{20000}', 2],
    ['\u0301', 0],
    ['\u200d', 0],
    ['\ufe0f', 0],
    ['\u1161', 0],
    ['│', 1],
    ['\u{1f1e9}', 1],
  ])('of %s is %d', (text, width) => {
    expect(widthOf(text.codePointAt(0) ?? 0)).toBe(width)
  })

  it('is that of the character before for a mark, which joins it', () => {
    const letter = characterWidths.charProperties(0x4e16, 0)
    expect(letter).toBe(2 << 1)
    expect(characterWidths.charProperties(0x301, letter)).toBe((2 << 1) | 1)
    expect(characterWidths.charProperties(0x301, 0)).toBe(0)
  })
})
