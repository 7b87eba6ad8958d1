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

/** More than the clocks of two processes may differ by, in seconds. */
const clockSlackSeconds = 60

/**
 * Finds the leases of processes that have died: their heartbeat has run out, and the lease is older than a
 * heartbeat lasts. A younger lease is proof of life by itself, because heartbeats cannot be recorded while
 * the database is unreachable. Heartbeats and leases that are dated further ahead than a right clock can date them
 * were made by a clock that was wrong (T-97), and prove nothing: their process may have died in the meantime.
 *
 * @returns A predicate: whether the holder of a lease has died. A lease without a holder's name never counts
 * as dead.
 */
export async function findExpiredLeases(
  tx: Pick<Transaction, 'replicas'>,
  now: Date,
): Promise<(lease: Lease) => boolean> {
  const furthest = secondsAfter(now, replicaTtlSeconds + clockSlackSeconds)
  const noted = await tx.replicas.findAlive(now)
  const alive = new Set(noted.filter((one) => one.aliveUntil <= furthest).map(({ id }) => id))
  return ({ by, since }) => {
    const until = secondsAfter(since, replicaTtlSeconds)
    return by !== '' && !alive.has(by) && (now >= until || until > furthest)
  }
}
