/** Which counters are meant: all of these names that count for one of these subjects. */
export interface CountersOfSubjects {
  /** Names of limits. */
  readonly names: readonly string[]
  /** A counter counts for one when that is its whole key, or what follows the first space in it. */
  readonly subjects: readonly string[]
}

/** Those of these keys of counters, as they are stored, that are meant. */
export function keysOfSubjects(
  stored: readonly string[],
  { names, subjects }: CountersOfSubjects,
): readonly string[] {
  const wanted = new Set(subjects)
  return stored.filter((text) => {
    const [name = '', key = ''] = JSON.parse(text) as readonly string[]
    const behindNetwork = key.slice(key.indexOf(' ') + 1)
    return names.includes(name) && (wanted.has(key) || wanted.has(behindNetwork))
  })
}
