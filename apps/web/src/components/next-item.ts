/** A key event of the browser. */
export interface Key {
  /** Its name, as `ArrowDown`. */
  readonly key: string
  /** Whether Ctrl is held. */
  readonly ctrlKey: boolean
  /** Whether the key of the system is held. */
  readonly metaKey: boolean
  /** Whether Alt is held. */
  readonly altKey: boolean
}

/**
 * The item that a key leads to in a menu. Arrows wrap around at the ends; a letter goes to the next item that
 * begins with it.
 *
 * @param at The item that has the focus; -1 for none.
 * @returns Its index, or `undefined` for a key that the menu does not use.
 */
export function nextItem(
  texts: readonly string[],
  at: number,
  { key, ctrlKey, metaKey, altKey }: Key,
): number | undefined {
  const { length } = texts
  if (length === 0 || ctrlKey || metaKey || altKey) return undefined
  switch (key) {
    case 'ArrowDown':
      return (at + 1) % length
    case 'ArrowUp':
      return (Math.max(at, 0) - 1 + length) % length
    case 'Home':
      return 0
    case 'End':
      return length - 1
    default:
      return byLetter(texts, at, key)
  }
}

function byLetter(texts: readonly string[], at: number, key: string): number | undefined {
  if ([...key].length !== 1 || key === ' ') return undefined
  const letter = key.toLocaleLowerCase()
  const later = texts.map((_, offset) => (at + 1 + offset) % texts.length)
  return later.find((index) => texts[index]?.toLocaleLowerCase().startsWith(letter))
}
