import { nearest } from './nearest.ts'
import type { Remark } from './remark.ts'

/** Reports variables that are not read but look like a misspelling of a known one. */
export function nearMisses(names: readonly string[], known: readonly string[]): readonly Remark[] {
  return names
    .filter((name) => !known.includes(name))
    .flatMap((name) => {
      const meant = nearest(name, known)
      if (meant === undefined) return []
      return [{ name, message: `${name} is not a setting; ${meant} is.` }]
    })
}
