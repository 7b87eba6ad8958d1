import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { selectCandidates } from '../account/memberships.ts'
import type { OidcIdentity } from '../ports/oidc-provider.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account, Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { LoginProof } from '../records/proof.ts'
import type { Refused } from '../refusal.ts'
import { claimAccount, replacePassword } from './claim-account.ts'
import { loginContext } from './login-work.ts'
import { transition } from './machine.ts'
import { type IdentityMatch, matchIdentity } from './match-identity.ts'
import {
  describeIdentity,
  type OidcCallback,
  type OidcRefused,
  recordFault,
  refuseCallback,
} from './oidc-callback.ts'
import { type LoginOutcome, settle } from './outcome.ts'

/** A callback whose person and address the provider vouches for. */
export interface VerifiedCallback extends OidcCallback {
  /** Who signed in at the provider. */
  readonly identity: OidcIdentity
  /** The address the provider vouches for. */
  readonly emailCanonical: string
}

/**
 * Replaces the passwords of the accounts that are about to be claimed. It may take seconds, so it runs before
 * the transaction. After a crash in between, the accounts can be claimed again.
 *
 * @returns The ids of the accounts whose passwords were replaced.
 */
export async function lockOutStrangers(callback: VerifiedCallback): Promise<ReadonlySet<string>> {
  const { ports } = callback
  const { memberships } = await ports.store.transaction((tx) => match(tx, callback))
  const claimable = memberships.filter(({ account }) => isClaimable(account))
  for (const { account } of claimable) await replacePassword(ports, account)
  return new Set(claimable.map(({ account }) => account.id))
}

/**
 * Enters the accounts that an identity opens.
 *
 * @param lockedOut The ids of the accounts whose passwords were replaced for it.
 */
export async function enterByIdentity(
  tx: Transaction,
  callback: VerifiedCallback,
  lockedOut: ReadonlySet<string>,
): Promise<LoginOutcome | OidcRefused> {
  const { ports, settings, provider, from, identity } = callback
  const found = await match(tx, callback)
  const ready = found.memberships.filter(
    ({ account }) => !isClaimable(account) || lockedOut.has(account.id),
  )
  if (ready.length === 0) return refuseAll(tx, callback, found)
  for (const refused of found.refused) await recordFault(tx, callback, { ...refused, identity })

  const proof: Omit<LoginProof, 'accounts'> = {
    loginId: ports.secrets.id(),
    client: from.client,
    authTime: from.receivedAt,
    methods: ['fed'],
  }
  const memberships: Membership[] = []
  for (const membership of ready) {
    const opened = await open(tx, callback, membership)
    if (!('kind' in opened)) memberships.push(opened)
  }
  const accounts = memberships.map(({ account }) => ({
    accountId: account.id,
    credentialVersion: account.credentialVersion,
  }))
  const step = transition(
    { kind: 'unauthenticated' },
    { kind: 'provider_verified', memberships },
    loginContext(settings, from.client),
  )
  const note = describeIdentity(provider, identity)
  return settle({ ports, settings, tx, from, proof: { ...proof, accounts }, note }, step)
}

async function match(tx: Transaction, callback: VerifiedCallback): Promise<IdentityMatch> {
  const found = await matchIdentity(tx, callback)
  const candidates = selectCandidates(found.memberships, callback.settings.maxTenantsPerLogin)
  return { ...found, memberships: found.memberships.filter((one) => candidates.includes(one)) }
}

async function refuseAll(
  tx: Transaction,
  callback: VerifiedCallback,
  { refused: [first, ...others] }: IdentityMatch,
): Promise<OidcRefused> {
  const { identity } = callback
  for (const other of others) await recordFault(tx, callback, { ...other, identity })
  const fault = first ?? { reason: 'no_account' }
  return refuseCallback(tx, callback, { refusal: 'oidc_no_account', ...fault, identity })
}

/** Claims the account if needed, and records that it belongs to this identity from now on. */
async function open(
  tx: Transaction,
  callback: VerifiedCallback,
  membership: Membership,
): Promise<Membership | Refused> {
  const { ports, settings, provider, from, identity } = callback
  const { id: accountId, tenantId } = membership.account
  const { issuer, subject } = identity
  const createdAt = ports.clock.now()
  if (await tx.externalIdentities.insert({ accountId, issuer, subject, createdAt })) {
    const detail = describeIdentity(provider, identity)
    const fact = { kind: 'identity_linked', accountId, tenantId, detail } as const
    await tx.auditLog.record(requestEvent(from, fact))
  }
  if (!isClaimable(membership.account)) return membership
  return claimAccount({ ports, settings, tx, from }, membership)
}

/** Whether the account must be claimed first, because its address was never confirmed. */
function isClaimable(account: Account): boolean {
  return lifeAfter(lifeOf(account), { kind: 'claimed' }).ok
}
