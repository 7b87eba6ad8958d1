import { later } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import { systemEvent } from '../records/audit.ts'
import type { Tenant } from '../records/tenant.ts'
import { findAbandoned, findReservation, runOut } from './reservation.ts'

type UndoPorts = Pick<Ports, 'clock' | 'credentialStore' | 'store'>

/**
 * Removes what sign-ups left behind that died half-way: realm first, then the reservation, so
 * that dying here again loses nothing. Those are the ones whose process has died, and old ones.
 *
 * @param reservedBefore Younger reservations may belong to a sign-up that is under way elsewhere;
 *   those older than `reservationSeconds` cannot.
 * @returns How many were removed.
 * @throws {PortError} When the credential store cannot be asked; the rest stays for the next time.
 */
export async function undoReservedSignUps(
  ports: UndoPorts,
  { reservedBefore }: { readonly reservedBefore: Date },
): Promise<number> {
  const left = await ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    const isAbandoned = await findAbandoned(tx, now)
    const all = await tx.tenants.findReservedBefore(later(now, reservedBefore))
    const found = all.filter((one) => one.createdAt < reservedBefore || isAbandoned(one))
    // Whoever wants one of the names meanwhile need not wait until it is this one's turn.
    for (const reserved of found) await tx.tenants.update(runOut(reserved))
    return found
  })
  for (const tenant of left) await undoReservation(ports, tenant)
  return left.length
}

/**
 * Removes what one sign-up left behind. If it is still under way after all, it cannot succeed any
 * more from the moment on at which this begins; if it has succeeded before, nothing is done.
 *
 * @throws {PortError} When the credential store cannot be asked; the reservation stays then.
 */
export async function undoReservation(ports: UndoPorts, reserved: Tenant): Promise<void> {
  const isLeft = await ports.store.transaction(async (tx) => {
    const found = await findReservation(tx, reserved)
    if (found) await tx.tenants.update(runOut(found))
    return found !== undefined
  })
  if (!isLeft) return
  await ports.credentialStore.removeTenant(reserved)
  await ports.store.transaction(async (tx) => {
    if (!(await findReservation(tx, reserved))) return
    await tx.tenants.remove(reserved.id)
    const fact = { kind: 'sign_up_undone', tenantId: reserved.id } as const
    await tx.auditLog.record(systemEvent(ports.clock.now(), fact))
  })
}
