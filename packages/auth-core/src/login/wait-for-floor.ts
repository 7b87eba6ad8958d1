import type { Ports } from '../ports/ports.ts'

/**
 * Waits until so much time has passed since a request arrived, so that the time of an answer does
 * not tell what was done for it (T-34).
 *
 * @param floor Milliseconds.
 */
export async function waitForFloor(
  { clock, sleep }: Pick<Ports, 'clock' | 'sleep'>,
  receivedAt: Date,
  floor: number,
): Promise<void> {
  const passed = clock.now().getTime() - receivedAt.getTime()
  // No longer than the floor, also when the clock was set back meanwhile.
  const left = Math.min(floor, floor - passed)
  if (left > 0) await sleep(left)
}
