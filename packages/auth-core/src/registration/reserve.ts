import type { Account, Tenant } from '../account.ts'
import type { Ports } from '../ports/index.ts'
import type { Transaction } from '../ports/store.ts'
import { type Refused, refused } from '../refusal.ts'
import { hasRunOut } from './reservation.ts'
import { undoReservation } from './undo-reserved-sign-ups.ts'

/**
 * Takes both names for a sign-up, if they are free. What another one has left behind is cleared
 * first, so that a sign-up that failed can be repeated at once.
 *
 * @throws {PortError} When the credential store is needed for that and cannot be asked.
 */
export async function reserve(
  ports: Ports,
  tenant: Tenant,
  account: Account,
): Promise<Refused | null> {
  const conflict = await tryToReserve(ports, tenant, account)
  if (!conflict) return null
  const stale = await ports.store.transaction((tx) =>
    findRunOut(tx, ports.clock.now(), [tenant, account]),
  )
  if (stale.length === 0) return conflict
  for (const found of stale) await undoReservation(ports, found)
  return tryToReserve(ports, tenant, account)
}

/** Reservations that hold one of the two names and have run out. */
async function findRunOut(
  tx: Transaction,
  now: Date,
  [tenant, account]: readonly [Tenant, Account],
): Promise<readonly Tenant[]> {
  const holder = await tx.accounts.findByUsername(account.username)
  const found: Tenant[] = []
  for (const id of new Set([tenant.id, holder?.tenantId ?? tenant.id])) {
    const one = await tx.tenants.find(id)
    if (one && hasRunOut(one, now)) found.push(one)
  }
  return found
}

/** The unique constraints of our own records decide who gets a name (T-20, T-25). */
async function tryToReserve(
  ports: Ports,
  tenant: Tenant,
  account: Account,
): Promise<Refused | null> {
  const taken = new Error('taken')
  let refusal: Refused | null = null
  try {
    await ports.store.transaction(async (tx) => {
      refusal = await insertBoth(tx, tenant, account)
      // Throwing undoes a tenant whose user cannot be.
      if (refusal) throw taken
    })
  } catch (error) {
    if (error !== taken) throw error
  }
  return refusal
}

async function insertBoth(
  tx: Transaction,
  tenant: Tenant,
  account: Account,
): Promise<Refused | null> {
  if (!(await tx.tenants.insert(tenant))) return refused('organization_taken')
  return (await tx.accounts.insert(account)) ? null : refused('username_taken')
}
