/** Lets work run side by side, or alone. */
export interface Gate {
  /** Runs it beside others, and behind whoever wants to be alone. */
  beside<Result>(work: () => Promise<Result>): Promise<Result>
  /** Runs it when what is under way has ended; nothing else runs meanwhile. */
  alone<Result>(work: () => Promise<Result>): Promise<Result>
}

export function createGate(): Gate {
  let running = 0
  let isTaken = false
  /** How many want to be alone, or are. */
  let wanted = 0
  let waiting: (() => void)[] = []

  /** Everybody looks again when somebody has finished. */
  const change = () => {
    const all = waiting
    waiting = []
    for (const lookAgain of all) lookAgain()
  }
  const nextChange = () => new Promise<void>((resolve) => waiting.push(resolve))

  return {
    async beside(work) {
      while (wanted > 0) await nextChange()
      running += 1
      try {
        return await work()
      } finally {
        running -= 1
        change()
      }
    },

    async alone(work) {
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
