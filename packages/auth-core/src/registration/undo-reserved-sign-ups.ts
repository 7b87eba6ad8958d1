import { systemEvent } from '../audit.ts'
import type { Ports } from '../ports/index.ts'

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
  ports: Pick<Ports, 'clock' | 'credentialStore' | 'store'>,
  { reservedBefore }: { readonly reservedBefore: Date },
): Promise<number> {
  const left = await ports.store.transaction((tx) => tx.tenants.findReservedBefore(reservedBefore))
  for (const tenant of left) {
    await ports.credentialStore.removeTenant(tenant)
    await ports.store.transaction(async (tx) => {
      const found = await tx.tenants.find(tenant.id)
      if (found?.standing !== 'reserved' || found.reservation !== tenant.reservation) return
      await tx.tenants.remove(tenant.id)
      const fact = { kind: 'sign_up_undone', tenantId: tenant.id } as const
      await tx.auditLog.record(systemEvent(ports.clock.now(), fact))
    })
  }
  return left.length
}
