import type { Remark } from './remark.ts'

/** Reports variables that are not read but look like a misspelling of a known one. */
export function nearMisses(names: readonly string[], known: readonly string[]): readonly Remark[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = known.find((candidate) => isNear(name.toUpperCase(), candidate))
      if (meant === undefined) return []
      return [{ name, message: `${name} is not a setting; ${meant} is.` }]
    })
}

/**
 * Whether a name is close to a known one. Short names such as HOST have unrelated neighbours such as HOME.
 */
function isNear(name: string, known: string): boolean {
  const allowed = known.length < 8 ? 1 : 2
  return Math.abs(name.length - known.length) <= allowed && distance(name, known) <= allowed
}

/** The number of letters to change, add or remove (Levenshtein). */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1]
    for (const [column, otherLetter] of [...other].entries()) {
      const replaced = (row[column] ?? 0) + (letter === otherLetter ? 0 : 1)
      const leftOut = (row[column + 1] ?? 0) + 1
      const added = (next[column] ?? 0) + 1
      next.push(Math.min(replaced, leftOut, added))
    }
    row = next
  }
  return row.at(-1) ?? 0
}
