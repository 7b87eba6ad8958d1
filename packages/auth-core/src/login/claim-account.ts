import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { takeStep } from '../account/take-step.ts'
import type { LeasedToken } from '../leases/token-lease.ts'
import type { Ports } from '../ports/ports.ts'
import type { Account, Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import { type Refused, refused } from '../refusal.ts'
import type { LoginWork } from './login-work.ts'

/**
 * Replaces the password of an account whose address was never verified. The old password may belong to a
 * stranger who signed up with the address of another person (T-17). A repetition does no harm.
 *
 * @param chosen The password that the owner of the address has chosen, and the token that they spend for it.
 * Unless given, the password is random and not kept.
 * @throws {PortError} When the credential store cannot set the password; the account stays as it is.
 */
export async function replacePassword(
  { credentialStore, secrets }: Pick<Ports, 'credentialStore' | 'secrets'>,
  account: Account,
  chosen?: { readonly password: string; readonly claim: LeasedToken },
): Promise<void> {
  const password = chosen?.password ?? secrets.token()
  await credentialStore.setPassword(account, password, chosen?.claim)
}

/** How an account is claimed. */
export interface Claim {
  /** The proof of the address: a login at a provider, or the token of a mail. */
  readonly by: 'provider' | 'mail'
}

/** The mail that tells the owner. In a claim by mail the owner sets a password. */
const newsOf = { provider: 'account_claimed', mail: 'password_changed' } as const

/**
 * Gives an account to the owner of its address. The address counts as verified, and earlier tokens, codes,
 * keys and sessions stop working. The password is replaced before this call.
 *
 * @returns The membership with the changed account; refused when the account has an owner by now.
 */
export async function claimAccount(
  { ports, settings, tx, from }: Pick<LoginWork, 'ports' | 'settings' | 'tx' | 'from'>,
  { account: known, tenant }: Membership,
  { by }: Claim = { by: 'provider' },
): Promise<Membership | Refused> {
  const account = (await tx.accounts.find(known.id)) ?? known
  const step = lifeAfter(lifeOf(account), { kind: 'claimed' })
  if (!step.ok) return refused(step.refusal)
  // An account that is active by now stays as it is: its owner may have set the password, and machines may
  // use the key.
  const work = { ports, settings, tx, of: { account, tenant }, news: newsOf[by] }
  const claimed = await takeStep(work, step)
  const subject = { accountId: account.id, tenantId: tenant.id, detail: { by } }
  await tx.auditLog.record(requestEvent(from, { kind: 'account_claimed', ...subject }))
  return claimed
}
