import { writeSync } from 'node:fs'

/** Input for a pseudo-terminal, kept until the program reads it. */
export interface PtyInput {
  /** Hands on bytes, at once or as soon as there is room. */
  write(bytes: Buffer): void
  /** How many bytes wait for room. */
  pending(): number
  /** Drops waiting bytes. Call it when the descriptor is closed, because its number is reused. */
  close(): void
}

const retryMs = 5

/**
 * Writes to the descriptor of a pseudo-terminal without blocking. The package's stream does block: it would
 * stop this process while a program leaves its input unread.
 */
export function createPtyInput(descriptor: number): PtyInput {
  let waiting: Buffer[] = []
  let timer: NodeJS.Timeout | undefined

  const flush = () => {
    timer = undefined
    for (let [next] = waiting; next; [next] = waiting) {
      const written = writeNow(descriptor, next)
      waiting =
        written < next.length ? [next.subarray(written), ...waiting.slice(1)] : waiting.slice(1)
      if (written === 0) {
        timer = setTimeout(flush, retryMs)
        return
      }
    }
  }

  return {
    write(bytes) {
      if (bytes.length === 0) return
      waiting.push(bytes)
      if (timer === undefined) flush()
    },
    pending: () => waiting.reduce((sum, { length }) => sum + length, 0),
    close() {
      waiting = []
      clearTimeout(timer)
    },
  }
}

/** The number of bytes taken; 0 when there is no room. A terminal that is gone takes everything. */
function writeNow(descriptor: number, bytes: Buffer): number {
  try {
    return writeSync(descriptor, bytes)
  } catch (error) {
    return Error.isError(error) && 'code' in error && error.code === 'EAGAIN' ? 0 : bytes.length
  }
}
