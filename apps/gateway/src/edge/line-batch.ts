/** Lines that wait to be written together. */
export interface LineBatch {
  /** @param line With its line break. */
  add(line: string): void
  /** Writes what waits. */
  flush(): void
}

/** Where they go, and how many at a time. */
interface LineBatchOptions {
  readonly write: (lines: string) => void
  /** At most this many bytes are written at once, but for a single line that is longer. */
  readonly maxBytes: number
  /** How long a line may wait for others, in milliseconds. */
  readonly maxMs: number
}

/**
 * Collects lines and writes whole ones. The destination's own buffer is not used for that: it
 * measures all that waits anew for each line.
 */
export function createLineBatch({ write, maxBytes, maxMs }: LineBatchOptions): LineBatch {
  let lines: string[] = []
  let bytes = 0
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (lines.length === 0) return
    const text = lines.join('')
    lines = []
    bytes = 0
    write(text)
  }

  return {
    add(line) {
      const length = Buffer.byteLength(line)
      if (bytes + length > maxBytes) flush()
      lines.push(line)
      bytes += length
      timer ??= setTimeout(flush, maxMs).unref()
    },
    flush,
  }
}
