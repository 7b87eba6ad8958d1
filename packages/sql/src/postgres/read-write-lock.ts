/** A read-write lock: shared work runs side by side, exclusive work alone. */
export interface ReadWriteLock {
  /** Runs beside other shared work, and behind exclusive work that waits. */
  shared<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs when what is under way has ended; nothing else runs meanwhile. */
  exclusive<Result>(work: () => Promise<Result>): Promise<Result>
}

/** A lock for one process. Exclusive work goes first: shared work that arrives later waits. */
export function createReadWriteLock(): ReadWriteLock {
  let running = 0
  let isTaken = false
  /** How many want it exclusively, or have it. */
  let wanted = 0
  let waiting: (() => void)[] = []

  /** All that wait look again when one has finished. */
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
