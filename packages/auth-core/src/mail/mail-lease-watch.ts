import { findExpiredLeases } from '../leases/lease.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'

/** Frees the mails of processes that have died. */
export interface MailLeaseWatch {
  /**
   * Ends the leases of processes whose heartbeat has run out.
   *
   * @throws {PortError} `store`.
   */
  releaseDead(): Promise<void>
}

/**
 * Seconds for which this process must have seen the store, without a gap, before it counts another as dead: after
 * an outage of the store each needs a moment for its first heartbeat. Longer than the pause between two.
 */
const observationSeconds = 3

/**
 * Watches the leases on mails, by calls that come at least every three seconds. A process that counts as
 * dead and lives loses its leases: it asks before each hand-over.
 *
 * @param leaseSeconds The length of a lease, by which its beginning is known.
 */
export function createMailLeaseWatch(
  { clock, replicaId, store }: Pick<Ports, 'clock' | 'replicaId' | 'store'>,
  leaseSeconds: number,
): MailLeaseWatch {
  let observedSince: Date | undefined
  let lastLook = new Date(0)

  function isObserved(now: Date): boolean {
    const isGap = now < lastLook || now > secondsAfter(lastLook, observationSeconds)
    if (isGap || observedSince === undefined) observedSince = now
    return now >= secondsAfter(observedSince, observationSeconds)
  }

  return {
    async releaseDead() {
      const now = clock.now()
      const mayJudge = isObserved(now)
      await store.transaction(async (tx) => {
        const leases = (await tx.outbox.listLeases()).filter(({ by }) => by !== replicaId)
        if (leases.length === 0 || !mayJudge) return
        const isExpired = await findExpiredLeases(tx, now)
        for (const lease of leases) {
          const since = secondsAfter(lease.until, -leaseSeconds)
          if (isExpired({ by: lease.by, since })) await tx.outbox.releaseLease(lease)
        }
      })
      // Not noted when the store has failed: that is a gap.
      lastLook = now
    },
  }
}
