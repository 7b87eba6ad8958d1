/** A number with three significant digits, and no more than two decimal places. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const size = Math.abs(value)
  if (size >= 100) return String(Math.round(value))
  return value.toFixed(size >= 10 ? 1 : 2)
}

/** A whole number with separators between its thousands. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
