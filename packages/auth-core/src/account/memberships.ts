import type { Transaction } from '../ports/store.ts'
import { type Account, isActive, type Membership } from '../records/account.ts'

/** The account with its tenant, as on record now, if both may act. */
export async function findActiveMembership(
  tx: Transaction,
  accountId: string,
): Promise<Membership | undefined> {
  const account = await tx.accounts.find(accountId)
  return account && activeMembership(tx, account)
}

/** All memberships of an address that may act, oldest first. */
export async function findActiveMemberships(
  tx: Transaction,
  emailCanonical: string,
): Promise<readonly Membership[]> {
  const found: Membership[] = []
  for (const account of await tx.accounts.findByEmail(emailCanonical)) {
    const membership = await activeMembership(tx, account)
    if (membership) found.push(membership)
  }
  return found
}

async function activeMembership(
  tx: Transaction,
  account: Account,
): Promise<Membership | undefined> {
  const tenant = await tx.tenants.find(account.tenantId)
  if (!tenant) return undefined
  const membership = { account, tenant }
  return isActive(membership) ? membership : undefined
}
