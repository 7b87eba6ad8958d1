/** Where the headings of a long page are, as the window is now. All numbers are CSS pixels. */
export interface Reading {
  /** The distance of each heading from the top of the window, in the order of the page. */
  readonly tops: readonly number[]
  /** The height of the window. */
  readonly height: number
  /** Whether the page cannot be scrolled further down. */
  readonly isAtEnd: boolean
}

/** People read in the upper part of the window: this share of its height. */
const readShare = 0.35

/**
 * The part of a page that is read: the last one that begins in the upper part of the window. At the end of the page it
 * is the last one that can be seen, since it cannot come higher.
 *
 * @returns Its place in the order of the page, from 0.
 */
export function currentPart({ tops, height, isAtEnd }: Reading): number {
  const line = isAtEnd ? height : height * readShare
  return Math.max(
    0,
    tops.findLastIndex((top) => top < line),
  )
}
