import type { Ports } from '../ports/ports.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

const pauseMs = 250

/** Another process holds the lease. It may still finish, or be dead. */
export const leased = 'leased'

/**
 * Retries while another process holds the lease, for as long as the heartbeat of a dead process would count.
 *
 * @returns The first other outcome, or `leased` when the process still lives after `replicaTtlSeconds` and
 * two seconds.
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
