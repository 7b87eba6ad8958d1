import { setTimeout as sleep } from 'node:timers/promises'

/** How long to wait, and how often to look. */
export interface WaitOptions {
  /** Only what is broken takes as long, even on a busy machine. 90 unless given. */
  readonly seconds?: number
  /** 10 unless given. */
  readonly pollMs?: number
  /** What to say when it does not happen; asked while waiting too, whether it still can. */
  readonly failure?: (isOver: boolean) => string | undefined
}

/**
 * Waits until something is so that nothing announces.
 * @throws {Error} With the reason, when it can not be any more.
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
 * Looks again and again until there is something.
 *
 * @param what Names it in the error.
 * @param patienceMs For what takes longer than 90 seconds even where nothing is broken.
 * @throws {Error} When nothing ever came.
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
