import { setTimeout as sleep } from 'node:timers/promises'

/** How long to wait, and how often to look. */
export interface WaitOptions {
  /**
   * Seconds after which waiting fails; only a fault takes this long, even on a busy machine. 90 unless given.
   */
  readonly seconds?: number
  /** Milliseconds between checks; 10 unless given. */
  readonly pollMs?: number
  /**
   * The reason of a failure. Called at the end, and while waiting, to find out whether success is still
   * possible.
   */
  readonly failure?: (isOver: boolean) => string | undefined
}

/**
 * Waits until a condition holds for which there is no event.
 * @throws {Error} With the reason, when it can no longer become true.
 */
export async function until(
  isSo: () => boolean | Promise<boolean>,
  { seconds = 90, pollMs = 10, failure = waitedInVain }: WaitOptions = {},
): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isSo())) {
    const reason = failure(Date.now() > end)
    if (reason !== undefined) throw new Error(reason)
    await sleep(pollMs)
  }
}

function waitedInVain(isOver: boolean): string | undefined {
  return isOver ? 'waited in vain' : undefined
}

/**
 * Tries again and again until there is a result.
 *
 * @param what The name of the result in the error.
 * @param patienceMs For results that take longer than 90 seconds without a fault.
 * @throws {Error} When there was no result in time.
 */
export async function eventually<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
  patienceMs = 90_000,
): Promise<Found> {
  let found: Found | undefined
  const isFound = async () => {
    found = await look()
    return found !== undefined
  }
  const failure = (isOver: boolean) => (isOver ? `never came: ${what}` : undefined)
  await until(isFound, { seconds: patienceMs / 1000, pollMs: 25, failure })
  return found as Found
}
