import type { Ports } from '../ports/ports.ts'

/**
 * Waits until so much time has passed since a request arrived. What took less then takes as long as
 * the rest, and tells nothing by it.
 *
 * @param floor Milliseconds.
 */
export async function waitForFloor(
  { clock, sleep }: Pick<Ports, 'clock' | 'sleep'>,
  receivedAt: Date,
  floor: number,
): Promise<void> {
  const passed = clock.now().getTime() - receivedAt.getTime()
  // A clock that was set back keeps nobody longer.
  const left = Math.min(floor, floor - passed)
  if (left > 0) await sleep(left)
}
