import type { Ports } from '../ports/ports.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

const pauseMs = 250

/** Somebody else is at it, who may finish or have died. */
export const leased = 'leased'

/**
 * Tries again as long as something is leased by somebody else, until it must have become known
 * whether that one has died.
 *
 * @returns The first outcome that is another, or `leased` after `replicaTtlSeconds` and a little more.
 */
export async function retryWhileLeased<Outcome>(
  { sleep }: Pick<Ports, 'sleep'>,
  attempt: () => Promise<Outcome | typeof leased>,
): Promise<Outcome | typeof leased> {
  const attempts = ((replicaTtlSeconds + 2) * 1000) / pauseMs
  for (let made = 1; made < attempts; made += 1) {
    const outcome = await attempt()
    if (outcome !== leased) return outcome
    await sleep(pauseMs)
  }
  return attempt()
}
