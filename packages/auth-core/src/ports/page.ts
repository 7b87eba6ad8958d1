/** A part of a list that may be long. */
export interface Page {
  /** Only what comes after this identifier; everything without it. */
  readonly after?: string
  /** At most so many. */
  readonly limit: number
}
