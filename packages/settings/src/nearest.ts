/** The known name that a misspelled one is close to; `undefined` when there is none. Case does not matter. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  return known.find((candidate) => isNear(name.toLowerCase(), candidate.toLowerCase()))
}

/** Whether a name is close to a known one. Short names such as HOST have unrelated neighbours such as HOME. */
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
