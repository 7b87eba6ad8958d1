// Line breaks become mail headers; embeddings, overrides and isolates reorder the text around them.
const control = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** Whether any text in a value, at any depth, has a control character. */
export function hasControlCharacter(value: unknown): boolean {
  if (typeof value === 'string') return control.test(value)
  if (typeof value !== 'object' || value === null) return false
  return Object.values(value).some(hasControlCharacter)
}
