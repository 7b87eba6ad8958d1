import { findExpiredLeases } from '../leases/lease.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Transaction } from '../ports/store.ts'
import type { Tenant } from '../records/tenant.ts'

/** Seconds after which a sign-up can no longer succeed, wherever it waits. */
export const signUpSeconds = 4 * 60

/**
 * Seconds after which a reservation is undone, whether or not its process lives. No sign-up can
 * still succeed then: the minute between the two is for clocks that differ from process to process.
 */
export const reservationSeconds = 5 * 60

/** The same reservation as one that has run out, so that others need not wait until it is undone. */
export function runOut(reserved: Tenant): Tenant {
  return { ...reserved, createdAt: new Date(0) }
}

/**
 * Finds abandoned reservations: those that are too old, and those whose process has died.
 *
 * @returns A predicate: whether a tenant is an abandoned reservation, to be undone.
 */
export async function findAbandoned(
  tx: Pick<Transaction, 'replicas'>,
  now: Date,
): Promise<(tenant: Tenant) => boolean> {
  const isExpiredLease = await findExpiredLeases(tx, now)
  return ({ status, createdAt: since, reservedBy: by }) => {
    const isOld = now > secondsAfter(since, reservationSeconds)
    return status === 'reserved' && (isOld || isExpiredLease({ by, since }))
  }
}

/** Whether a reservation may still become an organization. */
export async function holds(tx: Transaction, reserved: Tenant, now: Date): Promise<boolean> {
  const age = now.getTime() - reserved.createdAt.getTime()
  if (age > signUpSeconds * 1000) return false
  const found = await findReservation(tx, reserved)
  // Another process may have counted this one as dead, and may be undoing its work.
  return found !== undefined && found.createdAt.getTime() === reserved.createdAt.getTime()
}

/** The record of this reservation, unless it belongs to another sign-up, is activated or is gone. */
export async function findReservation(
  tx: Transaction,
  { id, reservation }: Pick<Tenant, 'id' | 'reservation'>,
): Promise<Tenant | undefined> {
  const found = await tx.tenants.find(id)
  const isThis = found?.status === 'reserved' && found.reservation === reservation
  return isThis ? found : undefined
}
