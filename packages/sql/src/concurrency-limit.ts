/** Runs work, at most so many at a time; the rest waits in order. */
export type ConcurrencyLimit = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < most) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The place is handed on, so that nobody who comes later can take it first.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
