const usual = 50
const largest = 200

/**
 * How many items a page of a list has: as many as are asked for, from 1 to 200; 50 where nothing is
 * said.
 *
 * @throws {TypeError} For what is no number: a list of everything might be read as one.
 */
export function pageSize(limit: number = usual): number {
  if (!Number.isFinite(limit)) throw new TypeError('limit is no number')
  return Math.min(Math.max(1, Math.trunc(limit)), largest)
}
