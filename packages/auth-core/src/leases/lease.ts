import { secondsAfter } from '../lib/time.ts'
import type { Transaction } from '../ports/store.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

/** What a process holds for a while: a reservation, or a token that it is spending. */
export interface Lease {
  /** `Ports.replicaId` of the process. */
  readonly by: string
  /** When the lease was taken. */
  readonly since: Date
}

/**
 * Finds the leases of processes that have died: their heartbeat has run out, and the lease is older than a
 * heartbeat lasts. A younger lease is proof of life by itself, because heartbeats cannot be recorded while
 * the database is unreachable.
 *
 * @returns A predicate: whether the holder of a lease has died. A lease without a holder's name never counts
 * as dead.
 */
export async function findExpiredLeases(
  tx: Pick<Transaction, 'replicas'>,
  now: Date,
): Promise<(lease: Lease) => boolean> {
  const alive = new Set((await tx.replicas.findAlive(now)).map(({ id }) => id))
  return ({ by, since }) =>
    by !== '' && !alive.has(by) && now >= secondsAfter(since, replicaTtlSeconds)
}
