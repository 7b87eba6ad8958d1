/**
 * How hard a password is to guess, by its form: 0 too short, 1 easy, 2 enough, 3 good, 4 very good. The
 * service decides in the end, because it knows the most common ones.
 */
export function strengthOf(password: string): 0 | 1 | 2 | 3 | 4 {
  const letters = [...password]
  const kinds = new Set(letters.map((letter) => letter.toLowerCase())).size
  if (letters.length < 8) return 0
  if (kinds < 5 || isRow(letters)) return 1
  if (letters.length < 11) return 2
  return letters.length < 16 || kinds < 8 ? 3 : 4
}

/** Whether letters or digits follow each other: `12345678`. */
function isRow(letters: readonly string[]): boolean {
  const codes = letters.map((letter) => letter.codePointAt(0) ?? 0)
  return codes.slice(1).every((code, index) => Math.abs(code - (codes[index] ?? 0)) <= 1)
}
