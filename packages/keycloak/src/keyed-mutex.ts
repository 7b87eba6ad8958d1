import { fault } from './failure.ts'

/** Runs work of the same key one after the other, in the order in which it came. */
export interface KeyedMutex {
  /**
   * Runs work as soon as all that came before it under this key has ended.
   *
   * @param work Is told whether it had to wait for that.
   * @throws {PortError} `unavailable` at once when too many wait for the same key.
   */
  runExclusive<Result>(key: string, work: (hasWaited: boolean) => Promise<Result>): Promise<Result>
}

/**
 * A mutex for one process, which keeps nothing of a key that is not in use. A bulkhead of one for
 * each key would not do: there, one who comes may overtake one who waits, who is then refused.
 *
 * @param maxWaiting How many may wait for one key.
 */
export function createKeyedMutex(maxWaiting: number): KeyedMutex {
  const queues = new Map<string, { last: Promise<unknown>; length: number }>()

  return {
    async runExclusive(key, work) {
      const queue = queues.get(key) ?? { last: Promise.resolve(), length: 0 }
      if (queue.length > maxWaiting) throw fault('unavailable', 'too many wait for their turn')
      const hasWaited = queue.length > 0
      queues.set(key, queue)
      queue.length += 1
      const result = queue.last.then(() => work(hasWaited))
      queue.last = result.catch(() => {})
      try {
        return await result
      } finally {
        queue.length -= 1
        if (queue.length === 0) queues.delete(key)
      }
    },
  }
}
