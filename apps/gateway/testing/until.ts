import { setTimeout as sleep } from 'node:timers/promises'

/**
 * Waits until something holds that nothing announces.
 * @throws {Error} after four seconds.
 */
export async function until(holds: () => boolean): Promise<void> {
  for (let waited = 0; !holds(); waited += 5) {
    if (waited > 4000) throw new Error('waited in vain')
    await sleep(5)
  }
}
