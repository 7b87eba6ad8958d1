/** More names than all clients and the backend of an installation use together. */
const maxNames = 1000

/** The longest name that is remembered, in characters; longer ones are invented. */
const longestName = 64

/**
 * Remembers what follows from the name of a header field: the same few names come with every
 * request, and looking one up costs a fraction of working it out it. Bounded: it starts over when a client
 * invents names.
 */
export function createNameMemo<Value extends object>(
  compute: (name: string) => Value,
): (name: string) => Value {
  const known = new Map<string, Value>()
  return (name) => {
    const before = known.get(name)
    if (before !== undefined) return before
    const value = compute(name)
    if (name.length > longestName) return value
    if (known.size >= maxNames) known.clear()
    known.set(name, value)
    return value
  }
}
