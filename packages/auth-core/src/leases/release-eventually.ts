import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'

const pauseMs = 1000

/** Every lease has run out by itself after so many seconds. */
const maxSeconds = 300

/**
 * Releases a lease of this process. Without that, the heartbeat of this living process would keep the lease.
 * While the database is unreachable it retries in the background. Never rejects.
 *
 * @param work Releases the lease. It may run more than once.
 */
export async function releaseEventually(
  ports: Pick<Ports, 'sleep'>,
  work: () => Promise<void>,
): Promise<void> {
  if (await isDone(work)) return
  void goOn(ports, work)
}

async function goOn({ sleep }: Pick<Ports, 'sleep'>, work: () => Promise<void>): Promise<void> {
  for (let waited = 0; waited < maxSeconds; waited += pauseMs / 1000) {
    await sleep(pauseMs)
    if (await isDone(work)) return
  }
}

/**
 * @returns `false` while the database is unreachable. After other failures the recovery job finds the lease.
 */
async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    return !(error instanceof PortError && error.port === 'store')
  }
}
