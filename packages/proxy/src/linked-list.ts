/** Values in the order they came, each of which can leave from anywhere. */
export interface LinkedList<Value> {
  /** How many there are. */
  size(): number
  /** Appends a value. @returns Removes it; does nothing the second time. */
  add(value: Value): () => void
  /** All of them. Only the one that is at hand may be removed meanwhile. */
  values(): Iterable<Value>
}

interface Entry<Value> {
  value: Value | undefined
  before: Entry<Value> | undefined
  after: Entry<Value> | undefined
}

/**
 * Creates an empty list. It is for what comes and goes with each request or connection.
 *
 * What is removed is let go of at once. A `Set` or a `Map` does not do that: V8 makes a new table of it
 * now and then, which the old table refers to until all memory is collected. As the old ones lead to all that came later,
 * every collection of young objects had to keep each request since, and took 30 ms instead of three.
 */
export function createLinkedList<Value>(): LinkedList<Value> {
  let first: Entry<Value> | undefined
  let last: Entry<Value> | undefined
  let size = 0

  function remove(entry: Entry<Value>): void {
    if (entry.value === undefined) return
    const { before, after } = entry
    if (before) before.after = after
    else first = after
    if (after) after.before = before
    else last = before
    entry.value = undefined
    entry.before = undefined
    entry.after = undefined
    size -= 1
  }

  return {
    size: () => size,
    add(value) {
      const entry: Entry<Value> = { value, before: last, after: undefined }
      if (last) last.after = entry
      else first = entry
      last = entry
      size += 1
      return () => remove(entry)
    },
    *values() {
      for (let entry = first; entry; ) {
        const { value, after } = entry
        if (value !== undefined) yield value
        entry = after
      }
    },
  }
}
