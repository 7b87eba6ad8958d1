import type { Tenant } from '../account.ts'
import { systemEvent } from '../audit.ts'
import type { Ports } from '../ports/index.ts'
import { findReservation, runOut } from './reservation.ts'

type UndoPorts = Pick<Ports, 'clock' | 'credentialStore' | 'store'>

/**
 * Removes what sign-ups left behind that died half-way: realm first, then the reservation, so
 * that dying here again loses nothing.
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
    const found = await tx.tenants.findReservedBefore(reservedBefore)
    // Whoever wants one of the names meanwhile need not wait until it is this one's turn.
    for (const reserved of found) await tx.tenants.update(runOut(reserved))
    return found
  })
  for (const tenant of left) await undoReservation(ports, tenant)
  return left.length
}

/**
 * Removes what one sign-up left behind.
 *
 * @throws {PortError} When the credential store cannot be asked; the reservation stays then.
 */
export async function undoReservation(ports: UndoPorts, reserved: Tenant): Promise<void> {
  await ports.credentialStore.removeTenant(reserved)
  await ports.store.transaction(async (tx) => {
    if (!(await findReservation(tx, reserved))) return
    await tx.tenants.remove(reserved.id)
    const fact = { kind: 'sign_up_undone', tenantId: reserved.id } as const
    await tx.auditLog.record(systemEvent(ports.clock.now(), fact))
  })
}
