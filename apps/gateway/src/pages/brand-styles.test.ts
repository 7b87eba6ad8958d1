import { describe, expect, it } from '@jest/globals'
import { brandStyles, contrast } from './brand-styles.ts'

type Colour = readonly [number, number, number]

const grounds: readonly Colour[] = [
  [243, 245, 248],
  [24, 29, 36],
]

describe('the styles for a colour', () => {
  it.each(['#ffffff', '#000000', '#ffee00', '#0b57d0', '#7f7f7f', '#00ff00', '#1a0033'])(
    'can be read in light and dark mode: %s',
    (color) => {
      const found = [...brandStyles(color).matchAll(/--(?:on-)?accent:(#[0-9a-f]{6})/g)]
      const [light, onLight, dark, onDark] = found.map(([, text = '']) => parse(text))
      expect(contrast(light ?? [0, 0, 0], grounds[0] ?? [0, 0, 0])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark ?? [0, 0, 0], grounds[1] ?? [0, 0, 0])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(light ?? [0, 0, 0], onLight ?? [0, 0, 0])).toBeGreaterThanOrEqual(4.5)
      expect(contrast(dark ?? [0, 0, 0], onDark ?? [0, 0, 0])).toBeGreaterThanOrEqual(4.5)
    },
  )

  it('leave a colour that can be read as it is', () => {
    expect(brandStyles('#7a1fa2')).toContain('--accent:#7a1fa2')
  })

  it('are empty without one', () => {
    expect(brandStyles(undefined)).toBe('')
  })
})

function parse(color: string): Colour {
  const part = (start: number) => Number.parseInt(color.slice(start, start + 2), 16)
  return [part(1), part(3), part(5)]
}
