import type { Tenant } from '../account.ts'
import type { Transaction } from '../ports/store.ts'

/** Seconds after which a sign-up can no longer succeed, wherever it waits. */
export const signUpSeconds = 4 * 60

/**
 * Seconds after which a reservation is undone. It belongs to nobody who could still succeed then:
 * the minute between the two is for clocks that differ from process to process.
 */
export const reservationSeconds = 5 * 60

/** The same reservation as one that has run out: nobody has to wait until it is undone. */
export function runOut(reserved: Tenant): Tenant {
  return { ...reserved, createdAt: new Date(0) }
}

/** Whether a tenant is a reservation that nobody can make an organization of any more. */
export function hasRunOut({ standing, createdAt }: Tenant, now: Date): boolean {
  return standing === 'reserved' && now.getTime() - createdAt.getTime() > reservationSeconds * 1000
}

/** Whether a reservation still stands, and may become an organization. */
export async function holds(tx: Transaction, reserved: Tenant, now: Date): Promise<boolean> {
  const age = now.getTime() - reserved.createdAt.getTime()
  if (age > signUpSeconds * 1000) return false
  return (await findReservation(tx, reserved)) !== undefined
}

/** The record of this reservation, unless it is another's, activated or gone. */
export async function findReservation(
  tx: Transaction,
  { id, reservation }: Tenant,
): Promise<Tenant | undefined> {
  const found = await tx.tenants.find(id)
  const isThis = found?.standing === 'reserved' && found.reservation === reservation
  return isThis ? found : undefined
}
