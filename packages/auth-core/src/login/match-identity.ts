import { findActiveMemberships } from '../account/memberships.ts'
import { rightsOf } from '../account/rights-of.ts'
import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import type { AuthSettings } from '../settings.ts'

/** The accounts of an address, sorted for one identity. */
export interface IdentityMatch {
  /** The accounts that the identity opens, oldest first. */
  readonly memberships: readonly Membership[]
  /** The accounts that it does not open, when an operator should know why. */
  readonly refused: readonly RefusedAccount[]
}

/** An account of the address that stays closed. */
export interface RefusedAccount {
  /** The account that stays closed. */
  readonly account: Account
  /** Why, for the audit log. */
  readonly reason: 'account_disabled' | 'subject_changed'
}

/** An identity that a provider vouches for. */
export interface ToMatch {
  /** Who may be matched. */
  readonly settings: Pick<AuthSettings, 'unconfirmedAccounts'>
  /** Who signed in at the provider. */
  readonly identity: Pick<OidcIdentity, 'issuer' | 'issuerTemplate' | 'subject'>
  /** The address the provider vouches for. */
  readonly emailCanonical: string
}

/**
 * The accounts of a vouched-for address that this identity opens.
 *
 * These are the accounts with a verified address. Only if there is none at all, they are those
 * with an unverified one, which are claimed before they are entered (T-17). Never one that another
 * subject of the same provider has signed in to, be it from another of its directories (T-22, T-100).
 */
export async function matchIdentity(
  tx: Transaction,
  { settings, identity, emailCanonical }: ToMatch,
): Promise<IdentityMatch> {
  const accounts = await tx.accounts.findByEmail(emailCanonical)
  const anyVerified = accounts.some(({ emailVerified }) => emailVerified)
  const active = await findActiveMemberships(tx, emailCanonical)
  const matched = active.filter(({ account }) => rightsOf(settings, account).matchedByProvider)
  const candidates = matched.filter(({ account }) => account.emailVerified || !anyVerified)
  const [oldest] = accounts
  if (oldest && candidates.length === 0) {
    return { memberships: [], refused: [{ account: oldest, reason: 'account_disabled' }] }
  }

  const memberships: Membership[] = []
  const refused: RefusedAccount[] = []
  for (const membership of candidates) {
    const { account } = membership
    const known = await tx.externalIdentities.listOfAccount(account.id)
    const pinned = known.filter(({ issuer }) => isOfProvider(identity, issuer))
    const isTheirs = pinned.some((one) => isSame(one, identity))
    if (isTheirs || pinned.length === 0) memberships.push(membership)
    else refused.push({ account, reason: 'subject_changed' })
  }
  return { memberships, refused }
}

type Identity = ToMatch['identity']

function isSame(one: Pick<Identity, 'issuer' | 'subject'>, other: Identity): boolean {
  return one.issuer === other.issuer && one.subject === other.subject
}

/** Whether an issuer is that of an identity, or another directory's at the same provider. */
function isOfProvider({ issuer: own, issuerTemplate }: Identity, issuer: string): boolean {
  if (issuer === own || issuerTemplate === null) return issuer === own
  const [before = '', after = ''] = issuerTemplate.split('{tenantid}')
  return issuer.startsWith(before) && issuer.endsWith(after)
}
