/** Runs one piece of work after the other, in the order in which they came. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Makes a line in which nobody stands. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const run = last.then(work)
    // Whoever asked for it hears of a failure; the next in line does not care.
    last = run.catch(() => undefined)
    return run
  }
}
