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
  /** The letters that were typed just before, and this one; the key alone unless given. */
  readonly typed?: string | undefined
}

/**
 * The item that a key leads to in a menu. Arrows wrap around at the ends. A letter goes to the next item that
 * begins with it; several in a row go to the one that begins with all of them, and the same one again goes on.
 *
 * @param at The item that has the focus; -1 for none.
 * @returns Its index, or `undefined` for a key that the menu does not use.
 */
export function nextItem(
  texts: readonly string[],
  at: number,
  { key, ctrlKey, metaKey, altKey, typed = key }: Key,
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
      return byLetters(texts, at, [...typed.toLocaleLowerCase()])
  }
}

function byLetters(
  texts: readonly string[],
  at: number,
  letters: readonly string[],
): number | undefined {
  const [first = ''] = letters
  const isRepeated = letters.every((letter) => letter === first)
  const word = isRepeated ? first : letters.join('')
  if (word.trim() === '' || (isRepeated && [...word].length !== 1)) return undefined
  // A word that goes on may be that of the item where the person is.
  const start = isRepeated ? at + 1 : Math.max(at, 0)
  const later = texts.map((_, offset) => (start + offset) % texts.length)
  return later.find((index) => texts[index]?.toLocaleLowerCase().startsWith(word))
}
