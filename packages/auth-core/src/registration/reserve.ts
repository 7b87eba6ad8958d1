import { leased, retryWhileLeased } from '../leases/retry-while-leased.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import type { Tenant } from '../records/tenant.ts'
import { type Refused, refused } from '../refusal.ts'
import { findAbandoned } from './reservation.ts'
import { undoReservation } from './undo-reserved-sign-ups.ts'

type ReservingPorts = Pick<Ports, 'clock' | 'credentialStore' | 'sleep' | 'store'>

/**
 * Reserves the username and the organization's name for a sign-up, if they are free. Abandoned reservations
 * of them are undone first, so that a sign-up that failed, or whose process died, can be repeated at once.
 * While that process may be alive, the new sign-up waits.
 *
 * @returns `null`, or why a name is not available.
 * @throws {PortError} When undoing needs the credential store and it cannot be asked.
 */
export async function reserve(
  ports: ReservingPorts,
  tenant: Tenant,
  account: Account,
): Promise<Refused | null> {
  const outcome = await retryWhileLeased(ports, () => reserveOnce(ports, tenant, account))
  return outcome === leased ? refused('organization_taken') : outcome
}

async function reserveOnce(
  ports: ReservingPorts,
  tenant: Tenant,
  account: Account,
): Promise<Refused | typeof leased | null> {
  const conflict = await tryToReserve(ports, tenant, account)
  if (!conflict) return null
  const { abandoned, mayBeFree } = await ports.store.transaction((tx) =>
    findHolders(tx, ports.clock.now(), [tenant, account]),
  )
  if (abandoned.length === 0) return mayBeFree ? leased : conflict
  for (const found of abandoned) await undoReservation(ports, found)
  return tryToReserve(ports, tenant, account)
}

/** The tenants that hold one of two names. */
interface Holders {
  /** Reservations to be undone. */
  readonly abandoned: readonly Tenant[]
  /** Whether a name is free or may become free soon: no organization holds it, at most another sign-up. */
  readonly mayBeFree: boolean
}

async function findHolders(
  tx: Transaction,
  now: Date,
  [tenant, account]: readonly [Tenant, Account],
): Promise<Holders> {
  const isAbandoned = await findAbandoned(tx, now)
  const holder = await tx.accounts.findByUsername(account.username)
  const holders: Tenant[] = []
  for (const id of new Set([tenant.id, holder?.tenantId ?? tenant.id])) {
    const one = await tx.tenants.find(id)
    if (one) holders.push(one)
  }
  const mayBeFree = holders.length === 0 || isSame(holder, account)
  return { abandoned: holders.filter(isAbandoned), mayBeFree }
}

function isSame(holder: Account | undefined, account: Account): boolean {
  return (
    holder?.status === 'reserved' &&
    holder.tenantId === account.tenantId &&
    holder.emailCanonical === account.emailCanonical
  )
}

/** The unique constraints of our own records decide who gets a name (T-20, T-25). */
async function tryToReserve(
  ports: ReservingPorts,
  tenant: Tenant,
  account: Account,
): Promise<Refused | null> {
  const taken = new Error('taken')
  let refusal: Refused | null = null
  try {
    await ports.store.transaction(async (tx) => {
      refusal = await insertBoth(tx, tenant, account)
      // Throwing also undoes the tenant, when its user cannot be reserved.
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
