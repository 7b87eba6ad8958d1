/** An sRGB colour, each component 0 to 255. */
type Colour = readonly [red: number, green: number, blue: number]

const white: Colour = [255, 255, 255]
const black: Colour = [11, 15, 20]
/** The worst background of links, in light and in dark mode; see the pages' own styles. */
const lightPage: Colour = [243, 245, 248]
const darkCard: Colour = [24, 29, 36]

/** A button: `#rrggbb` for itself and for what is written on it. */
type Accent = Readonly<Record<'background' | 'ink', string>>

/** The lowest contrast of readable text (WCAG 2.2, 1.4.3). */
const readable = 4.5

/** A style sheet of {@link brandAccents}; empty without a colour. */
export function brandStyles(color: string | undefined): string {
  if (color === undefined) return ''
  const { light, dark } = brandAccents(color)
  return (
    `:root:root{--accent:${light.background};--on-accent:${light.ink}}\n` +
    `@media (prefers-color-scheme:dark){:root:root{--accent:${dark.background};` +
    `--on-accent:${dark.ink}}}\n`
  )
}

/**
 * The operator's colour on light and on dark screens. If it is not readable there, it is made darker or
 * lighter, as little as necessary.
 *
 * @param color `#rrggbb`
 */
export function brandAccents(color: string): Readonly<Record<'light' | 'dark', Accent>> {
  const given = parse(color)
  const accent = (colour: Colour) => ({ background: text(colour), ink: text(inkOn(colour)) })
  return {
    light: accent(towards(given, black, lightPage)),
    dark: accent(towards(given, white, darkCard)),
  }
}

/** The contrast of two colours, 1 to 21 (WCAG 2.2, "contrast ratio"). */
export function contrast(one: Colour, other: Colour): number {
  const [a, b] = [luminance(one), luminance(other)]
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05)
}

/** Mixes a colour with another until it is readable on the background. */
function towards(color: Colour, other: Colour, ground: Colour): Colour {
  for (let share = 0; share < 1; share += 0.02) {
    const mixed = mix(color, other, share)
    if (contrast(mixed, ground) >= readable) return mixed
  }
  return other
}

function inkOn(color: Colour): Colour {
  return contrast(white, color) >= contrast(black, color) ? white : black
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const part = (index: 0 | 1 | 2) => Math.round(one[index] * (1 - share) + other[index] * share)
  return [part(0), part(1), part(2)]
}

/** The relative luminance of a colour (WCAG 2.2). */
function luminance([red, green, blue]: Colour): number {
  const linear = (part: number) => {
    const value = part / 255
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
  }
  return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
}

function parse(color: string): Colour {
  const part = (start: number) => Number.parseInt(color.slice(start, start + 2), 16)
  return [part(1), part(3), part(5)]
}

function text(color: Colour): string {
  return `#${color.map((part) => part.toString(16).padStart(2, '0')).join('')}`
}
