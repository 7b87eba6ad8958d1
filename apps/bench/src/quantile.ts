/**
 * The value that a share of the values does not exceed, interpolated between neighbours.
 *
 * @param share From 0 to 1; 0.5 is the median.
 * @returns `NaN` of no values.
 */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((one, other) => one - other)
  const place = (sorted.length - 1) * share
  const below = sorted[Math.floor(place)] ?? Number.NaN
  const above = sorted[Math.ceil(place)] ?? Number.NaN
  return below + (above - below) * (place - Math.floor(place))
}
