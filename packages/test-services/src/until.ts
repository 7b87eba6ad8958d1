import { setTimeout as sleep } from 'node:timers/promises'

/** How long to wait, and how often to ask. */
interface Patience {
  readonly seconds: number
  readonly pollMs: number
  /** What to say when it does not happen; asked while waiting too, whether it still can. */
  readonly failure: (isOver: boolean) => string | undefined
}

/** Waits until something is so. @throws {Error} With the reason, when it can not be any more. */
export async function until(
  isSo: () => Promise<boolean>,
  { seconds, pollMs, failure }: Patience,
): Promise<void> {
  const end = Date.now() + seconds * 1000
  while (!(await isSo())) {
    const reason = failure(Date.now() > end)
    if (reason !== undefined) throw new Error(reason)
    await sleep(pollMs)
  }
}
