const works = new Set<() => unknown>()

/**
 * Runs a function when this process ends, to clean up what must not outlive it.
 *
 * @param work Must be synchronous, and must work when there is nothing left to do.
 */
export function atExit(work: () => unknown): void {
  // One listener for all: Node warns of a leak from eleven on.
  if (works.size === 0) {
    process.once('exit', () => {
      for (const each of works) each()
    })
  }
  works.add(work)
}
