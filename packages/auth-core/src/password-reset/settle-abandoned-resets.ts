import { doubtPassword } from '../account/doubt-password.ts'
import { findExpiredLeases } from '../leases/lease.ts'
import { leaseOf } from '../leases/token-lease.ts'
import type { Ports } from '../ports/ports.ts'

/**
 * Settles new passwords whose process died while it was setting them: those of reset mails, those with
 * which an address is confirmed, and those that their owners set. Whether the password was set is
 * unknown: what the old one has opened is closed, the owner is told, and the token can be tried
 * again.
 *
 * @param leasedUntil Leases that end later count as under way, unless their process has died.
 * @returns How many were settled.
 */
export async function settleAbandonedResets(
  ports: Pick<Ports, 'clock' | 'secrets' | 'store'>,
  { leasedUntil }: { readonly leasedUntil: Date },
): Promise<number> {
  return ports.store.transaction(async (tx) => {
    const isExpiredLease = await findExpiredLeases(tx, ports.clock.now())
    const leased = [
      ...(await tx.oneTimeTokens.findLeased('reset_password')),
      ...(await tx.oneTimeTokens.findLeased('verify_email')),
      ...(await tx.oneTimeTokens.findLeased('set_password')),
    ]
    const abandoned = leased.filter(
      ({ lease }) => lease && (lease.until <= leasedUntil || isExpiredLease(leaseOf(lease))),
    )
    for (const token of abandoned) {
      await doubtPassword(ports, tx, token.accountId)
      await tx.oneTimeTokens.update({ ...token, lease: null })
    }
    return abandoned.length
  })
}
