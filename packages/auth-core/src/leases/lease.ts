import { secondsAfter } from '../lib/time.ts'
import type { Transaction } from '../ports/store.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

/** Something that a process has in its hands. */
export interface Lease {
  /** Its `Ports.replicaId`. */
  readonly by: string
  /** To take it was a sign of life: others may not have been noted while the database was away. */
  readonly since: Date
}

/**
 * Tells what the dead had in their hands from what may still be finished.
 *
 * @returns Whether the process that holds this has died. One without a name is never said to have.
 */
export async function findExpiredLeases(
  tx: Pick<Transaction, 'replicas'>,
  now: Date,
): Promise<(lease: Lease) => boolean> {
  const alive = new Set((await tx.replicas.findAlive(now)).map(({ id }) => id))
  return ({ by, since }) =>
    by !== '' && !alive.has(by) && now >= secondsAfter(since, replicaTtlSeconds)
}
