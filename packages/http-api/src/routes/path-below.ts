/** A request target below the prefix of the API. */
export interface Target {
  /** Begins with a slash. */
  readonly path: string
  /** With its question mark; empty without one. */
  readonly query: string
}

/**
 * What is left of a request target behind a prefix.
 *
 * @param prefix Without a slash at the end: `/identity`, or an empty text.
 * @param url The path and the query.
 * @returns `undefined` for an address that is not below the prefix.
 */
export function pathBelow(prefix: string, url: string): Target | undefined {
  if (!url.startsWith(`${prefix}/`)) return undefined
  const mark = url.indexOf('?')
  const end = mark === -1 ? url.length : mark
  return { path: url.slice(prefix.length, end), query: url.slice(end) }
}
