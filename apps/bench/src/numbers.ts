/** A number with as many places as say something: three digits, no more than two places. */
export function short(value: number): string {
  if (!Number.isFinite(value)) return '-'
  const size = Math.abs(value)
  if (size >= 100) return String(Math.round(value))
  return value.toFixed(size >= 10 ? 1 : 2)
}

/** A whole number with its thousands apart. */
export function whole(value: number): string {
  return Math.round(value).toLocaleString('en-US')
}
