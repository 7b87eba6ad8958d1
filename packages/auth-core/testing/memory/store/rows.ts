import type { Page } from '../../../src/ports/page.ts'
import { copyOf } from '../copy-of.ts'

/** Adds a copy of a record. @throws {TypeError} when the identifier is in use: the caller's bug. */
export function insertRow<Row>(rows: Map<string, Row>, id: string, row: Row): void {
  if (rows.has(id)) throw new TypeError('a record with this identifier exists')
  rows.set(id, copyOf(row))
}

/** Replaces the record with this identifier by a copy; does nothing without one. */
export function updateRow<Row>(rows: Map<string, Row>, id: string, row: Row): void {
  if (rows.has(id)) rows.set(id, copyOf(row))
}

/** Copies of the records that fit. */
export function selectRows<Row>(rows: Map<string, Row>, fits: (row: Row) => boolean): Row[] {
  return copyOf([...rows.values()].filter(fits))
}

/** Removes the records that fit. @returns How many. */
export function removeRows<Row>(rows: Map<string, Row>, fits: (row: Row) => boolean): number {
  const going = [...rows].filter(([, row]) => fits(row))
  for (const [id] of going) rows.delete(id)
  return going.length
}

/** Sorts by time of creation, oldest first. */
export function oldestFirst(
  one: { readonly createdAt: Date },
  other: { readonly createdAt: Date },
): number {
  return one.createdAt.getTime() - other.createdAt.getTime()
}

/** The records of one page. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  { after = '', limit }: Page,
): readonly Row[] {
  const later = rows.filter(({ id }) => id > after)
  return later.sort((one, other) => (one.id < other.id ? -1 : 1)).slice(0, limit)
}
