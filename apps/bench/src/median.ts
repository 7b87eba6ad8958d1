import { quantile } from './quantile.ts'

/** @returns `NaN` of no values. */
export function median(values: readonly number[]): number {
  return quantile(values, 0.5)
}

/**
 * The median of the ratios of each round: what the machine does besides meets both sides of a round,
 * but not all rounds alike.
 *
 * @param ours As many as theirs, in the same order.
 */
export function medianRatio(ours: readonly number[], theirs: readonly number[]): number {
  return median(ours.map((each, round) => each / (theirs[round] ?? Number.NaN)))
}
