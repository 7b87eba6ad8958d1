import type { IUnicodeVersionProvider } from '@xterm/xterm'
import { eastAsianWidth } from 'get-east-asian-width'

/** The name that the terminal knows these widths by. */
export const widthsName = 'gatehouse'

/**
 * How many columns a character takes: 2 for East Asian wide characters and emoji (UAX #11), none for marks and
 * format characters, else 1. Each character counts by itself, as in `wcwidth`, which programs measure by.
 */
export function widthOf(codePoint: number): 0 | 1 | 2 {
  if (codePoint < 0x300) return 1
  const isJoined = codePoint >= firstMedialJamo && codePoint <= lastFinalJamo
  if (isJoined || withoutWidth.test(String.fromCodePoint(codePoint))) return 0
  return eastAsianWidth(codePoint)
}

/** Vowels and final consonants of Hangul, which are drawn into the syllable before. */
const firstMedialJamo = 0x1160
const lastFinalJamo = 0x11ff

const withoutWidth = /^[\p{Mn}\p{Me}\p{Cf}]$/u

/** Gives xterm.js the widths of today; its own are those of Unicode 6. */
export const characterWidths: IUnicodeVersionProvider = {
  version: widthsName,
  wcwidth: widthOf,
  // The bits of a value are those of xterm.js: whether the character joins the one before, then its width.
  charProperties(codePoint, preceding) {
    const width = widthOf(codePoint)
    const before = (preceding >> 1) & 3
    const joins = width === 0 && before > 0
    return ((joins ? before : width) << 1) | (joins ? 1 : 0)
  },
}
