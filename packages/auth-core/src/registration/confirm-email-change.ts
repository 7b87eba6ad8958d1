import { lifeAfter } from '../account/life.ts'
import { lifeOf } from '../account/life-of.ts'
import { parseEmailAddress } from '../identity/email-address.ts'
import { tellOwner } from '../mail/tell-owner.ts'
import { isMember } from '../me/is-member.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import type { Account } from '../records/account.ts'
import { requestEvent } from '../records/audit.ts'
import type { Requester } from '../records/client.ts'
import { type Refused, refused } from '../refusal.ts'
import type { EmailVerified } from './email-verification.ts'
import { findVerification, type Verification } from './find-verification.ts'

/** Decides from the account as it is now. */
export type AddressCheck = (account: Account, tx: Transaction) => Promise<Refused | null>

interface Confirmation {
  /** What the token confirms, as read before. */
  readonly found: Verification
  /** The token from the mail. */
  readonly token: string
  readonly from: Requester
  readonly check: AddressCheck
}

/**
 * Gives an account the address that its token confirms: first in the credential store, then in our records,
 * where the token is used up. After a crash between the two the token stays valid. If our records do not take
 * the address, the store gets the old address back.
 *
 * @throws {PortError} When the credential store cannot store it; the token can be used again.
 */
export async function confirmEmailChange(
  ports: Ports,
  confirmation: Confirmation,
): Promise<EmailVerified | Refused> {
  const { account, email } = confirmation.found
  await ports.credentialStore.setProfile(account, { email })
  const outcome = await ports.store.transaction((tx) => settle(ports, tx, confirmation))
  if (outcome.kind === 'email_verified') return outcome
  const current = await ports.store.transaction((tx) => tx.accounts.find(account.id))
  if (current) await ports.credentialStore.setProfile(current, { email: current.email })
  return outcome
}

async function settle(
  ports: Ports,
  tx: Transaction,
  { found, token, from, check }: Confirmation,
): Promise<EmailVerified | Refused> {
  const now = await findVerification(ports, tx, token)
  const parsed = parseEmailAddress(found.email, ports.domainToAscii)
  if (now?.email !== found.email || !parsed.ok) return refused('verification_token_invalid')
  const { account, tenant } = now
  const refusal = await check(account, tx)
  if (refusal) return refusal
  const { given: email, canonical: emailCanonical } = parsed.value
  if (await isMember(tx, account, emailCanonical)) return refused('already_member')
  const step = lifeAfter(lifeOf(account), { kind: 'confirmed' })
  if (!step.ok) return refused(step.refusal)
  const changed = { ...account, email, emailCanonical, emailVerified: true, pendingEmail: null }
  await tx.accounts.update(changed)
  // Links in mails to the old address prove nothing about the new one.
  for (const purpose of ['verify_email', 'change_email', 'reset_password'] as const) {
    await tx.oneTimeTokens.removeAll(purpose, account.id)
  }
  await tx.otpChallenges.remove(account.id)
  await tx.outbox.cancel(account.id, 'otp', ports.clock.now())
  if (account.emailVerified) await tellOwner(ports, tx, { kind: 'email_changed', account, tenant })
  const subject = { accountId: account.id, tenantId: tenant.id }
  await tx.auditLog.record(requestEvent(from, { kind: 'email_changed', ...subject }))
  return { kind: 'email_verified', email }
}
