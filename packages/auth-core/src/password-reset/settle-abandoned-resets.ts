import { voidCredentials } from '../account/void-credentials.ts'
import { findExpiredLeases } from '../leases/lease.ts'
import { leaseOf } from '../leases/token-lease.ts'
import type { Ports } from '../ports/index.ts'

/**
 * Finishes resets that died between setting the password and saying so. Whether the password was
 * set is unknown, so what the old one had opened is closed, and the token can be tried again.
 *
 * @param leasedUntil Claims that run longer may be under way elsewhere, unless their process has
 *   died.
 * @returns How many there were.
 */
export async function settleAbandonedResets(
  ports: Pick<Ports, 'clock' | 'store'>,
  { leasedUntil }: { readonly leasedUntil: Date },
): Promise<number> {
  return ports.store.transaction(async (tx) => {
    const isExpiredLease = await findExpiredLeases(tx, ports.clock.now())
    const abandoned = (await tx.oneTimeTokens.findLeased('reset_password')).filter(
      ({ lease }) => lease && (lease.until <= leasedUntil || isExpiredLease(leaseOf(lease))),
    )
    for (const token of abandoned) {
      await voidCredentials(ports, tx, token.accountId)
      await tx.oneTimeTokens.update({ ...token, lease: null })
    }
    return abandoned.length
  })
}
