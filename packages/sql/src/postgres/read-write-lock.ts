/** A read-write lock: shared work runs side by side, exclusive work alone. */
export interface ReadWriteLock {
  /** Runs beside other shared work, but after waiting exclusive work. */
  shared<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs alone, after all current work has ended. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A lock for one process. Exclusive work has priority: shared work that arrives later waits. */
export function createReadWriteLock(): ReadWriteLock {
  let running = 0
  let isTaken = false
  /** How many callers wait for the lock exclusively, or hold it. */
  let wanted = 0
  let waiting: (() => void)[] = []

  /** Wakes all waiting callers when one has finished. */
  const change = () => {
    const all = waiting
    waiting = []
    for (const wake of all) wake()
  }
  const nextChange = () => new Promise<void>((resolve) => waiting.push(resolve))

  return {
    async shared(work) {
      while (wanted > 0) await nextChange()
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        change()
      }
    },

    async exclusive(work) {
      wanted += 1
      while (running > 0 || isTaken) await nextChange()
      isTaken = true
      try {
        return await work()
      } finally {
        isTaken = false
        wanted -= 1
        change()
      }
    },
  }
}
