/** Runs one piece of work at a time, in the order of the calls. Settles as the work does. */
export type SerialQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

/** Creates a queue whose pieces of work never overlap. A failure does not stop the next piece. */
export function createSerialQueue(): SerialQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const run = last.then(work)
    // The caller gets the failure; the next piece of work runs anyway.
    last = run.catch(() => undefined)
    return run
  }
}
