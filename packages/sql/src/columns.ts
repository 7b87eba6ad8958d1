/** A truth value in a column; SQLite has no booleans. */
export type Flag = 0 | 1

/** A truth value for a column. */
export function toFlag(value: boolean): Flag {
  return value ? 1 : 0
}

/** Epoch milliseconds, or `null` for no moment. */
export function toMillis(date: Date | null): number | null {
  return date === null ? null : date.getTime()
}

/** The moment that a column holds, or `null` for none. */
export function toDate(millis: number | null): Date | null {
  return millis === null ? null : new Date(millis)
}
