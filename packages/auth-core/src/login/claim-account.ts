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
 * Replaces the password of an account whose address was never verified: the present one may be a
 * stranger's, who signed up with the address of another person (T-17). Repeating it is harmless.
 *
 * @param chosen What the owner of the address has chosen, and the token that they spend for it.
 *   Otherwise the password is random, and not kept.
 * @throws {PortError} When the credential store cannot set it; the account stays as it is.
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
  /** What the owner did: came through a provider, or brought the token of a mail. */
  readonly by: 'provider' | 'mail'
}

/** What tells the owner. A mail's claim sets their own password. */
const newsOf = { provider: 'account_claimed', mail: 'password_changed' } as const

/**
 * Gives an account to the owner of its address: the address counts as verified, and no token, code,
 * key or session from before opens anything. The password is replaced beforehand.
 *
 * @returns The membership with the changed account; refused when it has an owner by now.
 */
export async function claimAccount(
  { ports, settings, tx, from }: Pick<LoginWork, 'ports' | 'settings' | 'tx' | 'from'>,
  { account: known, tenant }: Membership,
  { by }: Claim = { by: 'provider' },
): Promise<Membership | Refused> {
  const account = (await tx.accounts.find(known.id)) ?? known
  const step = lifeAfter(lifeOf(account), { kind: 'claimed' })
  if (!step.ok) return refused(step.refusal)
  // The owner may have set the password themselves, and machines may use the key.
  const work = { ports, settings, tx, of: { account, tenant }, news: newsOf[by] }
  const claimed = await takeStep(work, step)
  const subject = { accountId: account.id, tenantId: tenant.id, detail: { by } }
  await tx.auditLog.record(requestEvent(from, { kind: 'account_claimed', ...subject }))
  return claimed
}
