/** A part of a list that may be long. */
export interface Page {
  /** Only entries after this identifier; all unless given. */
  readonly after?: string
  /** The largest number of entries to return. */
  readonly limit: number
}
