import { endOfTime } from '../lib/time.ts'
import { tryEach } from '../lib/try-each.ts'
import type { Ports } from '../ports/ports.ts'
import { systemEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'
import { findAbandoned, findReservation, runOut } from './reservation.ts'

type UndoPorts = Pick<Ports, 'clock' | 'credentialStore' | 'store'>

/**
 * Undoes abandoned sign-ups: those whose process has died, and old ones. The realm goes first, then
 * the reservation, so that a crash in between leaves a reservation to be undone again.
 *
 * @param reservedBefore Older reservations are undone too. A younger one may belong to a sign-up
 *   that is under way in another process; one older than `reservationSeconds` cannot.
 * @returns How many sign-ups were undone.
 * @throws {PortError} When the credential store cannot be asked about one; it stays for the next run.
 */
export async function undoReservedSignUps(
  ports: UndoPorts,
  { reservedBefore }: { readonly reservedBefore: Date },
): Promise<number> {
  const left = await ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    const isAbandoned = await findAbandoned(tx, now)
    const all = await tx.tenants.findReservedBefore(endOfTime)
    const found = all.filter((one) => one.createdAt < reservedBefore || isAbandoned(one))
    // Marked first, so that a sign-up that wants one of the names does not wait for its turn here.
    for (const reserved of found) await tx.tenants.update(runOut(reserved))
    return found
  })
  return tryEach(left, (tenant) => undoReservation(ports, tenant))
}

/**
 * Undoes one sign-up. If it is still under way, it can no longer succeed. If it has succeeded, nothing is
 * done. Otherwise its realm is removed, even when another process has undone the reservation already: that
 * process may have looked before the realm was made.
 *
 * @throws {PortError} When the credential store cannot be asked; the reservation stays then.
 */
export async function undoReservation(ports: UndoPorts, reserved: Tenant): Promise<void> {
  const isActivated = await ports.store.transaction(async (tx) => {
    const found = await tx.tenants.find(reserved.id)
    if (found?.reservation !== reserved.reservation) return false
    if (found.status !== 'reserved') return true
    await tx.tenants.update(runOut(found))
    return false
  })
  if (isActivated) return
  await ports.credentialStore.removeTenant(reserved)
  await ports.store.transaction(async (tx) => {
    if (!(await findReservation(tx, reserved))) return
    await tx.tenants.remove(reserved.id)
    const fact = { kind: 'sign_up_undone', tenantId: reserved.id } as const
    await tx.auditLog.record(systemEvent(ports.clock.now(), fact))
  })
}
