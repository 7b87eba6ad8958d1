import { quantile } from './quantile.ts'

/** The median of some values. @returns `NaN` for none. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * The median of the ratios of each round: whatever else the machine does slows down both sides of a
 * round, but not all rounds alike.
 *
 * @param ours As many as theirs, in the same order.
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((each, round) => each / (theirs[round] ?? Number.NaN)))
}
