import { findActiveMemberships } from '../account/memberships.ts'
import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'

/** Whose an identity is. */
export interface IdentityMatch {
  /** What it opens, oldest first. */
  readonly memberships: readonly Membership[]
  /** Accounts of the address that it does not open, where an operator should know why. */
  readonly refused: readonly RefusedAccount[]
}

/** An account of the address that stays closed. */
export interface RefusedAccount {
  readonly account: Account
  readonly reason: 'account_disabled' | 'subject_changed'
}

/**
 * The accounts of a vouched-for address that this identity opens.
 *
 * Accounts whose address was verified; only if there are none at all, those whose address was not,
 * which are to be claimed before they are entered (T-17). Never one that another subject of the
 * same issuer has signed in to (T-22).
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
