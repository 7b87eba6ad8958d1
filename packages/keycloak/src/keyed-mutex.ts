import { fault } from './failure.ts'

/** Lets work that concerns the same thing happen one after the other. */
export interface KeyedMutex {
  /** @throws {PortError} `unavailable` when too many wait for the same thing. */
  take<Result>(key: string, work: () => Promise<Result>): Promise<Result>
}

/** @param maxWaiting How many may wait for one thing. */
export function createKeyedMutex(maxWaiting: number): KeyedMutex {
  const lines = new Map<string, { last: Promise<unknown>; length: number }>()

  return {
    async take(key, work) {
      const line = lines.get(key) ?? { last: Promise.resolve(), length: 0 }
      if (line.length > maxWaiting) throw fault('unavailable', 'too many wait for their turn')
      lines.set(key, line)
      line.length += 1
      const result = line.last.then(work)
      line.last = result.catch(() => {})
      try {
        return await result
      } finally {
        line.length -= 1
        if (line.length === 0) lines.delete(key)
      }
    },
  }
}
