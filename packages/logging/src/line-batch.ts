/** Lines that are written together. */
export interface LineBatch {
  /** Adds a line. @param line With its line break. */
  add(line: string): void
  /** Writes the waiting lines. */
  flush(): void
}

/** The destination of the lines, and the size of a batch. */
interface LineBatchOptions {
  readonly write: (lines: string) => void
  /** The largest number of bytes in one write, except for a single longer line. */
  readonly maxBytes: number
  /** Milliseconds that a line may wait for others. */
  readonly maxMs: number
}

/**
 * Collects lines and writes only whole ones. The stream's own buffer is not used, because it measures all
 * waiting data again for each line.
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
