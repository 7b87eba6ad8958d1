import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'

const pauseMs = 1000

/** After so many seconds whatever is held has run out by itself. */
const patienceSeconds = 300

/**
 * Gives something back that this process, which lives on, would seem to hold otherwise. When the
 * database is away it returns, and goes on in the background until it is there again.
 *
 * @param work What it takes, to be done once or more.
 */
export async function releaseEventually(
  ports: Pick<Ports, 'sleep'>,
  work: () => Promise<void>,
): Promise<void> {
  if (await isDone(work)) return
  void goOn(ports, work)
}

async function goOn({ sleep }: Pick<Ports, 'sleep'>, work: () => Promise<void>): Promise<void> {
  for (let waited = 0; waited < patienceSeconds; waited += pauseMs / 1000) {
    await sleep(pauseMs)
    if (await isDone(work)) return
  }
}

/** @returns `false` when the database is away. What else fails is found by whoever clears up. */
async function isDone(work: () => Promise<void>): Promise<boolean> {
  try {
    await work()
    return true
  } catch (error) {
    return !(error instanceof PortError && error.port === 'store')
  }
}
