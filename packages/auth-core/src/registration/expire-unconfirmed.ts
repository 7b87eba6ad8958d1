import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { voidCredentials } from '../account/void-credentials.ts'
import { secondsAfter } from '../lib/time.ts'
import { tryEach } from '../lib/try-each.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import { isImported, type Tenant } from '../records/tenant.ts'
import { runOut } from './reservation.ts'
import { undoReservation } from './undo-reserved-sign-ups.ts'

/**
 * Seconds after which an organization with a single unconfirmed account expires. By default the link that
 * confirms the account works as long. Not a setting: a longer time keeps sign-ups of strangers, a shorter one
 * removes accounts that people may still confirm (T-91).
 */
const expirySeconds = 7 * 24 * 3600

/** How many accounts are read in one transaction. */
const pageSize = 100

/**
 * Removes organizations whose only account was not confirmed in time, as an abandoned sign-up is
 * undone: they become reservations that have run out, then the realm goes, then the record. A crash in
 * between leaves a reservation that `undoReservedSignUps` finishes.
 *
 * Never one with a second account, one with a live session, or one that was imported.
 *
 * @returns How many were removed.
 * @throws {PortError} When the credential store cannot be asked about one; it stays for later.
 */
export async function expireUnconfirmed(
  ports: Pick<Ports, 'clock' | 'credentialStore' | 'store'>,
): Promise<number> {
  const now = ports.clock.now()
  const moment = secondsAfter(now, -expirySeconds)
  const expired: Tenant[] = []
  for (let after = ''; ; ) {
    const page = await ports.store.transaction((tx) =>
      tx.accounts.findUnconfirmedBefore(moment, { after, limit: pageSize }),
    )
    for (const { id } of page) {
      const tenant = await ports.store.transaction((tx) => closeOnce(ports, tx, id))
      if (tenant) expired.push(tenant)
    }
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  return tryEach(expired, (tenant) => undoReservation(ports, tenant))
}

/** Turns the organization of this account into a reservation, if it still expires. */
async function closeOnce(
  ports: Pick<Ports, 'clock'>,
  tx: Transaction,
  id: string,
): Promise<Tenant | undefined> {
  const account = await tx.accounts.find(id)
  const tenant = account && (await tx.tenants.find(account.tenantId))
  // A person who is logged in may still confirm.
  if (!tenant || (await tx.sessions.hasLive(id, ports.clock.now()))) return undefined
  const isAlone = await isAloneIn(tx, tenant)
  const { effects } = lifeAfter(lifeOf(account), { kind: 'expired', isAlone })
  if (effects.includes('end_sessions')) await voidCredentials(ports, tx, id)
  return effects.includes('remove_tenant') ? reserveAgain(tx, { account, tenant }) : undefined
}

/** Makes it a reservation, so that after a crash it is undone like an unfinished sign-up. */
async function reserveAgain(tx: Transaction, { account, tenant }: Membership): Promise<Tenant> {
  const reserved = runOut({ ...tenant, status: 'reserved' })
  await tx.tenants.update(reserved)
  await tx.accounts.update({ ...account, status: 'reserved' })
  return reserved
}

/** Whether a sign-up made the tenant, and it has no other account. */
async function isAloneIn(tx: Transaction, tenant: Tenant): Promise<boolean> {
  if (tenant.status !== 'active' || isImported(tenant)) return false
  return (await tx.accounts.listOfTenant(tenant.id, { limit: 2 })).length === 1
}
