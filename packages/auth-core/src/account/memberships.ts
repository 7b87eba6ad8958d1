import type { Transaction } from '../ports/store.ts'
import { type Account, isActive, type Membership } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'
import { rightsOf } from './rights-of.ts'

/** The account with its tenant, as on record now, if both may act. */
export async function findActiveMembership(
  tx: Transaction,
  accountId: string,
): Promise<Membership | undefined> {
  const account = await tx.accounts.find(accountId)
  return account && activeMembership(tx, account)
}

/** The same, if a login enters it under the operator's policy. */
export async function findOfferedMembership(
  tx: Transaction,
  settings: Pick<AuthSettings, 'unconfirmedAccounts'>,
  accountId: string,
): Promise<Membership | undefined> {
  const membership = await findActiveMembership(tx, accountId)
  return membership && rightsOf(settings, membership.account).offeredAtLogin
    ? membership
    : undefined
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

/** An unconfirmed account may be a stranger's. More of an address than this are not tried. */
const maxUnconfirmed = 3

/**
 * The memberships of an address that are tried, in the order of trying: confirmed ones, oldest
 * first, then unconfirmed ones, newest first, and few of them. Many sign-ups with a stranger's address
 * so do not keep its owner from logging in (T-91).
 *
 * @param known Oldest first.
 * @param limit At most so many.
 */
export function selectCandidates(
  known: readonly Membership[],
  limit: number,
): readonly Membership[] {
  const isConfirmed = ({ account }: Membership) => account.emailVerified
  const confirmed = known.filter(isConfirmed)
  const newest = known.filter((one) => !isConfirmed(one)).toReversed()
  return [...confirmed, ...newest.slice(0, maxUnconfirmed)].slice(0, limit)
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
