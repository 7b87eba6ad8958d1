import { describe, expect, it } from '@jest/globals'
import { currentPart } from './current-part.ts'

describe('the part of a page that is read', () => {
  const read = (tops: readonly number[], isAtEnd = false) =>
    currentPart({ tops, height: 1000, isAtEnd })

  it('is the first one before anything is scrolled', () => {
    expect(read([400, 600, 900])).toBe(0)
  })

  it('is the last one that begins in the upper part of the window', () => {
    expect(read([-100, 300, 360])).toBe(1)
    expect(read([-900, -500, 349])).toBe(2)
  })

  it('is still the one that fills the window when the next one is below', () => {
    expect(read([-1500, -700, 800])).toBe(1)
  })

  it('is the last one at the end of the page, however low it stands', () => {
    expect(read([-800, -200, 900], true)).toBe(2)
  })

  it('is the last one that can be seen, when others are below the window', () => {
    expect(read([-800, 200, 1200], true)).toBe(1)
  })
})
