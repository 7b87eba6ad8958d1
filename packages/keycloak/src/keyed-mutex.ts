import { fault } from './failure.ts'

/** Runs work with the same key one after the other, in order of arrival. */
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
 * Creates a mutex for one process, which keeps nothing for keys that are not in use. A bulkhead of one place
 * for each key would not do: there, a new caller may overtake a waiting one, who is then refused.
 *
 * @param maxWaiting The largest number of callers that wait for one key.
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
