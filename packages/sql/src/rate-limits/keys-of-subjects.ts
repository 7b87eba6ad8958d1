/** Selects counters: those with one of the names and one of the subjects. */
export interface CountersOfSubjects {
  /** Names of limits. */
  readonly names: readonly string[]
  /** The subjects; a counter matches if a subject is its whole key, or the part after the first space. */
  readonly subjects: readonly string[]
}

/** The stored keys that match. */
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
