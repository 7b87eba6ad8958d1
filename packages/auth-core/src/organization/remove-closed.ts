import { tryEach } from '../lib/try-each.ts'
import type { Ports } from '../ports/ports.ts'
import { systemEvent } from '../records/audit.ts'

/**
 * Removes closed organizations whose time has run out: the realm first, then the records, so that the next
 * run finishes after a crash. A realm that existed before Gatehouse stays.
 *
 * @returns How many were removed.
 * @throws {PortError} When the credential store cannot be asked about an organization; it stays for a later
 * run.
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
      // Another process may have removed it, and the name may belong to a new organization.
      if (found?.reservation !== tenant.reservation) return
      await tx.tenants.remove(tenant.id)
      const fact = { kind: 'organization_removed', tenantId: tenant.id } as const
      await tx.auditLog.record(systemEvent(clock.now(), fact))
    })
  })
}
