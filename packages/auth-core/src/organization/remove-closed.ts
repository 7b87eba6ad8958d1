import { tryEach } from '../lib/try-each.ts'
import type { Ports } from '../ports/ports.ts'
import { systemEvent } from '../records/audit.ts'

/**
 * Removes the organizations whose time to be taken back is over: the realm first, then the records,
 * so that a crash in between leaves what the next run finishes. A realm that was there before we were
 * stays.
 *
 * @returns How many were removed.
 * @throws {PortError} When the credential store cannot be asked about one; it stays for later.
 */
export async function removeClosed({
  clock,
  credentialStore,
  store,
}: Pick<Ports, 'clock' | 'credentialStore' | 'store'>): Promise<number> {
  const now = clock.now()
  const closed = await store.transaction((tx) => tx.tenants.findClosedBefore(now))
  return tryEach(closed, async (tenant) => {
    await credentialStore.removeTenant(tenant)
    await store.transaction(async (tx) => {
      const found = await tx.tenants.find(tenant.id)
      // Another process may have been first, and its name may be taken anew.
      if (found?.reservation !== tenant.reservation) return
      await tx.tenants.remove(tenant.id)
      const fact = { kind: 'organization_removed', tenantId: tenant.id } as const
      await tx.auditLog.record(systemEvent(clock.now(), fact))
    })
  })
}
