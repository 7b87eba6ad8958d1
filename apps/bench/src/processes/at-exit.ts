const works = new Set<() => unknown>()

/**
 * Does something when this process ends, for what must not outlive it.
 *
 * @param work Must work at once, and also when there is nothing left to do.
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
