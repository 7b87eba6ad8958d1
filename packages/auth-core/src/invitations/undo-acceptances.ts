import { findExpiredLeases } from '../leases/lease.ts'
import { isSameLease, leaseFrom, leaseOf } from '../leases/token-lease.ts'
import { endOfTime } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import type { Invitation } from '../records/invitation.ts'
import type { TokenLease } from '../records/one-time-token.ts'

type UndoPorts = Pick<Ports, 'clock' | 'credentialStore' | 'store'>

/** An invitation that a process is accepting. */
export interface LeasedInvitation extends Invitation {
  /** The lease; never `null` here. */
  readonly lease: TokenLease
}

/** The records that accepting an invitation reserves. */
export interface Acceptance {
  /** The reserved account. */
  readonly account: Account
  /**
   * The invitation, under the lease of the process that may finish it; `undefined` when it is no longer
   * stored.
   */
  readonly invitation: LeasedInvitation | undefined
}

/** The bounds within which an acceptance counts as under way. */
export interface UnderWay {
  /** An acceptance counts as under way if its lease ends later than this, unless its process has died. */
  readonly leasedUntil: Date
  /** Without an invitation, an acceptance counts as under way if it was reserved after this. */
  readonly reservedBefore: Date
}

/**
 * Undoes acceptances whose process has died, or was too slow: the user is taken out of the credential
 * store, then the reserved account out of our records, and the invitation can be accepted again. A
 * crash in between leaves a reservation to be undone again.
 *
 * @returns How many were undone.
 * @throws {PortError} When the credential store cannot be asked; the rest stays for the next run.
 */
export async function undoAbandonedAcceptances(
  ports: UndoPorts,
  { leasedUntil, reservedBefore }: UnderWay,
): Promise<number> {
  const left = await ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    const isExpiredLease = await findExpiredLeases(tx, now)
    const found: Acceptance[] = []
    for (const account of await tx.accounts.findReservedBefore(endOfTime)) {
      // Reservations of a sign-up are undone with their tenant.
      const tenant = await tx.tenants.find(account.tenantId)
      if (!tenant || tenant.status === 'reserved') continue
      const invitation = await findInvitationOf(tx, account)
      const lease = invitation?.lease
      const isAbandoned = lease
        ? lease.until <= leasedUntil || isExpiredLease(leaseOf(lease))
        : account.createdAt < reservedBefore
      if (isAbandoned) found.push(await takeOver(tx, { account, invitation }, now))
    }
    return found
  })
  for (const acceptance of left) await undoAcceptance(ports, acceptance)
  return left.length
}

async function findInvitationOf(
  tx: Transaction,
  { tenantId, emailCanonical }: Pick<Account, 'tenantId' | 'emailCanonical'>,
): Promise<Invitation | undefined> {
  const found = await tx.invitations.findByEmail(emailCanonical)
  return found.find((one) => one.tenantId === tenantId)
}

/**
 * Takes an abandoned acceptance over, so that its own process can no longer finish it. Only one of several
 * processes succeeds: a second one could remove the user of another account that got the freed name.
 */
export async function takeOver(
  tx: Transaction,
  {
    account,
    invitation,
  }: { readonly account: Account; readonly invitation: Invitation | undefined },
  now: Date,
): Promise<Acceptance> {
  const taken = { ...account, createdAt: now }
  await tx.accounts.update(taken)
  if (!invitation) return { account: taken, invitation }
  const leased = { ...invitation, lease: leaseFrom({ by: '', since: now }) }
  await tx.invitations.update(leased)
  return { account: taken, invitation: leased }
}

/**
 * Undoes one acceptance, unless it was finished: the user goes first, then the reservation.
 *
 * @param credentialId Of the user it has made, where that is known; otherwise the one of its name.
 * @throws {PortError} When the credential store cannot be asked; the reservation stays then.
 */
export async function undoAcceptance(
  ports: Pick<Ports, 'credentialStore' | 'store'>,
  acceptance: Acceptance,
  credentialId = '',
): Promise<void> {
  const { account } = acceptance
  const found = await ports.store.transaction((tx) => tx.accounts.find(account.id))
  if (found && found.status !== 'reserved') return
  // Without the reservation, the name may belong to another account.
  if (!found && credentialId === '') return
  const { tenantId, username } = account
  await ports.credentialStore.removeUser({ tenantId, username, credentialId })
  await ports.store.transaction((tx) => dropReservation(tx, acceptance))
}

/** Removes the reserved account, unless it is a member by now, and makes the invitation acceptable again. */
export async function dropReservation(
  tx: Transaction,
  { account, invitation }: Acceptance,
): Promise<void> {
  if ((await tx.accounts.find(account.id))?.status !== 'reserved') return
  await tx.accounts.remove(account.id)
  const current = invitation && (await tx.invitations.find(invitation.id))
  if (current && isSameLease(current.lease, invitation.lease)) {
    await tx.invitations.update({ ...current, lease: null })
  }
}
