import { findActiveMemberships } from '../account/memberships.ts'
import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'

/** The accounts of an address, as seen by one identity. */
export interface IdentityMatch {
  /** Those that the identity opens, oldest first. */
  readonly memberships: readonly Membership[]
  /** Those that it does not open, where an operator should know why. */
  readonly refused: readonly RefusedAccount[]
}

/** An account of the address that stays closed. */
export interface RefusedAccount {
  /** The account that stays closed. */
  readonly account: Account
  /** Why, for the audit log. */
  readonly reason: 'account_disabled' | 'subject_changed'
}

/**
 * The accounts of a vouched-for address that this identity opens.
 *
 * These are the accounts with a verified address. Only if there is none at all, they are those
 * with an unverified one, which are claimed before they are entered (T-17). Never one that another
 * subject of the same issuer has signed in to (T-22).
 */
export async function matchIdentity(
  tx: Transaction,
  identity: Pick<OidcIdentity, 'issuer' | 'subject'>,
  emailCanonical: string,
): Promise<IdentityMatch> {
  const known = await tx.accounts.findByEmail(emailCanonical)
  const anyVerified = known.some(({ emailVerified }) => emailVerified)
  const active = await findActiveMemberships(tx, emailCanonical)
  const candidates = active.filter(({ account }) => account.emailVerified || !anyVerified)
  const [oldest] = known
  if (oldest && candidates.length === 0) {
    return { memberships: [], refused: [{ account: oldest, reason: 'account_disabled' }] }
  }

  const memberships: Membership[] = []
  const refused: RefusedAccount[] = []
  for (const membership of candidates) {
    const { account } = membership
    const pinned = await tx.externalIdentities.find(account.id, identity.issuer)
    if (!pinned || pinned.subject === identity.subject) memberships.push(membership)
    else refused.push({ account, reason: 'subject_changed' })
  }
  return { memberships, refused }
}
