/** A deep copy of a record: of its dates, arrays and plain objects. */
export function copyOf<Value>(value: Value): Value {
  // The copy has the type of its original, which the compiler cannot see.
  return copyOfAny(value) as Value
}

function copyOfAny(value: unknown): unknown {
  if (value instanceof Date) return new Date(value)
  if (Array.isArray(value)) return value.map(copyOfAny)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, copyOfAny(part)]))
}
