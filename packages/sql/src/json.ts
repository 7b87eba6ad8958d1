import { PortError } from '@gatehouse/auth-core/ports'

/** JSON in which a `Date` comes back as a `Date`. */
export function toJson(value: unknown): string {
  return JSON.stringify(value, tagDate)
}

/**
 * Parses text from {@link toJson}. The caller names the type, because only this package writes the columns.
 *
 * @throws {PortError} `store`, `corrupt` for text that is not JSON.
 */
export function fromJson<Value>(text: string): Value {
  try {
    return JSON.parse(text, reviveDate) as Value
  } catch {
    // The parser's message quotes the text, which may hold a secret: no cause.
    throw new PortError('store', 'corrupt')
  }
}

// `value` was already converted by Date.toJSON; the holder still has the Date.
function tagDate(this: unknown, key: string, value: unknown): unknown {
  const original = Reflect.get(this as object, key) as unknown
  return original instanceof Date ? { $date: original.getTime() } : value
}

function reviveDate(_key: string, value: unknown): unknown {
  const isTagged = typeof value === 'object' && value !== null && '$date' in value
  return isTagged ? new Date(Number(value.$date)) : value
}
