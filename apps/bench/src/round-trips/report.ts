import { short } from '../numbers.ts'
import { table } from '../table.ts'

/** What one operation took on a way. */
export interface WayResult {
  readonly way: string
  readonly operation: string
  /** The median time of an answer. */
  readonly milliseconds: number
  /** Round trips to the database for each, those of the jobs taken off. */
  readonly trips: number
}

/** The largest number of round trips. */
const bounds: Readonly<Record<string, number>> = { refresh: 3, login: 8 }

/** What may be left of the jobs in a mean; one round trip more would be 1. */
const slack = 0.5

/** Whether each operation has as few round trips as it is bound to. */
export function isWithinBounds(results: readonly WayResult[]): boolean {
  return results.every(isKept)
}

/** A row for each way and operation. */
export function reportWays(results: readonly WayResult[]): readonly string[] {
  const rows = results.map((result) => {
    const { way, operation, milliseconds, trips } = result
    const bound = bounds[operation]
    const verdict = isKept(result) ? `${bound}: kept` : `${bound}: **missed**`
    return [way, operation, short(milliseconds), short(trips), bound === undefined ? '' : verdict]
  })
  return table(['The database is', 'Operation', 'ms', 'Round trips', 'At most'], rows)
}

function isKept({ operation, trips }: WayResult): boolean {
  const { [operation]: bound = Number.POSITIVE_INFINITY } = bounds
  return trips <= bound + slack
}
