import { setTimeout as sleep } from 'node:timers/promises'

/** Only a broken gateway takes this long, even on a busy machine. */
const usualPatienceMs = 90_000

/**
 * Looks again and again until there is something.
 *
 * @param what Names it in the error.
 * @param patienceMs For what takes longer even where nothing is broken.
 * @throws When nothing ever came.
 */
export async function eventually<Found>(
  what: string,
  look: () => Found | undefined | Promise<Found | undefined>,
  patienceMs = usualPatienceMs,
): Promise<Found> {
  const deadline = Date.now() + patienceMs
  for (;;) {
    const found = await look()
    if (found !== undefined) return found
    if (Date.now() > deadline) throw new Error(`never came: ${what}`)
    await sleep(25)
  }
}
