import { voidCredentials } from '../account/void-credentials.ts'
import { tellOwner } from '../mail/tell-owner.ts'
import type { Ports } from '../ports/index.ts'
import type { Account, Membership } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { LoginWork } from './login-work.ts'

/**
 * Locks out whoever set the password of an account whose address was never confirmed: it may have
 * been a stranger, who signed up with somebody else's address (T-17). The new password is known to
 * nobody. Repeating it is harmless.
 *
 * @throws {PortError} When the credential store cannot set it; the account is then as it was.
 */
export async function replacePassword(
  { credentialStore, secrets }: Pick<Ports, 'credentialStore' | 'secrets'>,
  account: Account,
): Promise<void> {
  await credentialStore.setPassword(account, secrets.token())
}

/**
 * Gives an account to the owner of its address: it counts as verified, and nothing that was handed
 * out before opens anything. Its password was replaced beforehand.
 *
 * @returns The membership as it is then.
 */
export async function claimAccount(
  { ports, tx, from }: Pick<LoginWork, 'ports' | 'tx' | 'from'>,
  { account, tenant }: Membership,
): Promise<Membership> {
  await voidCredentials(ports, tx, account.id)
  await tx.oneTimeTokens.removeAll('verify_email', account.id)
  const current = (await tx.accounts.find(account.id)) ?? account
  const claimed = { ...current, emailVerified: true, apiKey: ports.secrets.apiKey() }
  await tx.accounts.update(claimed)
  // They may have set the password themselves, and machines may use the key.
  await tellOwner(ports, tx, { kind: 'account_claimed', account: claimed, tenant })
  const subject = { accountId: account.id, tenantId: tenant.id }
  await tx.auditLog.record(requestEvent(from, { kind: 'account_claimed', ...subject }))
  return { account: claimed, tenant }
}
