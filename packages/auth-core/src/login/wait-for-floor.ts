import type { Ports } from '../ports/ports.ts'

/**
 * Waits until so much time has passed since a request arrived, so that the time of an answer does
 * not tell what was done for it (T-34).
 *
 * @param floor Seconds.
 */
export async function waitForFloor(
  { clock, sleep }: Pick<Ports, 'clock' | 'sleep'>,
  receivedAt: Date,
  floor: number,
): Promise<void> {
  const passed = clock.now().getTime() - receivedAt.getTime()
  const floorMs = Math.round(floor * 1000)
  // A clock that was set back keeps no caller longer.
  const left = Math.min(floorMs, floorMs - passed)
  if (left > 0) await sleep(left)
}
