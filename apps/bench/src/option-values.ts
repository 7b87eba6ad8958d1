import { UsageError } from './usage-error.ts'

/**
 * Those of the known names that an option lists, separated by commas.
 * @throws {UsageError} for a name that is not known.
 */
export function someOf<Name extends string>(
  known: readonly Name[],
  text: string,
  option: string,
): readonly Name[] {
  const names = text.split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !known.some((each) => each === name))
  if (unknown.length > 0) {
    throw new UsageError(`${option} takes ${known.join(', ')}; not ${unknown.join(', ')}`)
  }
  return known.filter((name) => names.includes(name))
}

/**
 * The whole number that an option gives.
 * @throws {UsageError} for anything else, or less than the min.
 */
export function wholeOf(text: string, option: string, min = 1): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= min) return value
  throw new UsageError(`${option} takes a whole number of at least ${min}; not ${text}`)
}

/**
 * The number of seconds that an option gives.
 * @throws {UsageError} for anything that is no time.
 */
export function secondsOf(text: string, option: string): number {
  const value = Number(text)
  if (/^\d+(\.\d+)?$/.test(text) && value > 0) return value
  throw new UsageError(`${option} takes a number of seconds above 0; not ${text}`)
}
