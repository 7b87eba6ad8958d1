/** Runs one piece of work at a time, in the order in which they came. */
export type Mutex = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Makes a lock that nobody holds. */
export function createMutex(): Mutex {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const run = last.then(work)
    // Whoever asked for it hears of a failure; the next in line does not care.
    last = run.catch(() => undefined)
    return run
  }
}
