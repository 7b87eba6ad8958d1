import type { Tenant } from '../account.ts'
import type { Transaction } from '../ports/store.ts'

/** Seconds after which a sign-up can no longer succeed, wherever it waits. */
export const signUpSeconds = 4 * 60

/**
 * Seconds after which a reservation is undone. It belongs to nobody who could still succeed then:
 * the minute between the two is for clocks that differ from process to process.
 */
export const reservationSeconds = 5 * 60

/** Whether a reservation still stands, and may become an organization. */
export async function holds(tx: Transaction, reserved: Tenant, now: Date): Promise<boolean> {
  const age = now.getTime() - reserved.createdAt.getTime()
  if (age > signUpSeconds * 1000) return false
  const found = await tx.tenants.find(reserved.id)
  return found?.standing === 'reserved' && found.reservation === reserved.reservation
}
