/** Lines that are written together. */
export interface LineBatch {
  /**
   * Adds a line.
   *
   * @param line With its line break.
   * @param bytes Its length in UTF-8, for those who know it: to measure it takes longer than to add it.
   */
  add(line: string, bytes?: number): void
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
  let lines = ''
  let size = 0
  let timer: NodeJS.Timeout | undefined

  function flush(): void {
    clearTimeout(timer)
    timer = undefined
    if (lines === '') return
    const text = lines
    lines = ''
    size = 0
    write(text)
  }

  return {
    add(line, bytes = Buffer.byteLength(line)) {
      if (size + bytes > maxBytes) flush()
      lines += line
      size += bytes
      timer ??= setTimeout(flush, maxMs).unref()
    },
    flush,
  }
}
