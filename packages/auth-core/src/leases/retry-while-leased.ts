import type { Ports } from '../ports/index.ts'
import { aliveSeconds } from '../records/replica.ts'

const pauseMs = 250

/** Somebody else is at it, who may finish or have died. */
export const held = 'held'

/**
 * Tries again as long as something is held by somebody else, until it must have become known
 * whether that one has died.
 *
 * @returns The first outcome that is another, or `held` after `aliveSeconds` and a little more.
 */
export async function whileHeld<Outcome>(
  { sleep }: Pick<Ports, 'sleep'>,
  attempt: () => Promise<Outcome | typeof held>,
): Promise<Outcome | typeof held> {
  const attempts = ((aliveSeconds + 2) * 1000) / pauseMs
  for (let made = 1; made < attempts; made += 1) {
    const outcome = await attempt()
    if (outcome !== held) return outcome
    await sleep(pauseMs)
  }
  return attempt()
}
