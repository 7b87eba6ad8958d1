import type { Transaction } from '../ports/store.ts'
import { isActive, type Membership } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'
import { rightsOf } from './rights-of.ts'

/** Finds the account with its tenant, as stored now, if both are active. */
export async function findActiveMembership(
  tx: Transaction,
  accountId: string,
): Promise<Membership | undefined> {
  const membership = await tx.accounts.findMembership(accountId)
  return membership && isActive(membership) ? membership : undefined
}

/** Like {@link findActiveMembership}, but only if the operator's policy lets a login enter the account. */
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

/** Lists all memberships of an address whose account and tenant are active, oldest first. */
export async function findActiveMemberships(
  tx: Transaction,
  emailCanonical: string,
): Promise<readonly Membership[]> {
  return (await tx.accounts.findMemberships(emailCanonical)).filter(isActive)
}

/** The largest number of unconfirmed accounts tried for one address, since they may be a stranger's. */
const maxUnconfirmed = 3

/**
 * Selects the memberships of an address that are tried, in this order: confirmed ones, oldest first, then a
 * few unconfirmed ones, newest first. So a stranger who signs up often with an address does not keep its
 * owner from logging in (T-91).
 *
 * @param known Oldest first.
 * @param limit The largest number to select.
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
