/** Milliseconds after which another letter begins a new word. */
const pauseMs = 700

/** Collects letters that are typed one after the other, to find an item by more than the first one. */
export interface TypedLetters {
  /**
   * Takes a key.
   *
   * @param at Milliseconds, as `timeStamp` of the event.
   * @returns The letters so far, in lower case; `undefined` for a key that is no letter.
   */
  add(key: string, at: number): string | undefined
}

/** Begins without letters. */
export function createTypedLetters(): TypedLetters {
  let word = ''
  let last = 0
  return {
    add(key, at) {
      const isLetter = [...key].length === 1
      if (at - last > pauseMs || !(isLetter || key === 'Shift')) word = ''
      if (!isLetter) return undefined
      if (key === ' ' && word === '') return undefined
      word += key.toLocaleLowerCase()
      last = at
      return word
    },
  }
}
