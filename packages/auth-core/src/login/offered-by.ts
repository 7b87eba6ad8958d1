import { findOfferedMembership } from '../account/memberships.ts'
import { sessionEnd } from '../endings/session-end.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { LoginProof } from '../records/proof.ts'
import type { AuthSettings } from '../settings.ts'

/** As of when a proof is checked, and how long it opens what. */
interface OfferTerms {
  readonly settings: Pick<AuthSettings, 'maxSessionSeconds' | 'unconfirmedAccounts'>
  /** When the request arrived. */
  readonly at: Date
}

/**
 * The memberships that a proof still opens: its login has not ended, account and tenant are active, the
 * password has not changed since it was checked (T-14), and a session in the tenant would not have ended.
 */
export async function offeredBy(
  tx: Transaction,
  proof: LoginProof,
  { settings, at }: OfferTerms,
): Promise<readonly Membership[]> {
  const [hasEnded, ...found] = await Promise.all([
    hasLoginEnded(tx, proof),
    ...proof.accounts.map(({ accountId }) => findOfferedMembership(tx, settings, accountId)),
  ])
  if (hasEnded) return []
  const offered: Membership[] = []
  for (const [place, { credentialVersion }] of proof.accounts.entries()) {
    const { [place]: membership } = found
    if (membership?.account.credentialVersion !== credentialVersion) continue
    if (at < sessionEnd(settings, membership.tenant, proof.authTime)) offered.push(membership)
  }
  return offered
}

/** Whether the login of a proof was ended, by a logout of one of its sessions. */
export async function hasLoginEnded(
  tx: Transaction,
  { loginId }: Pick<LoginProof, 'loginId'>,
): Promise<boolean> {
  return (await tx.endings.find('login', loginId)).length > 0
}
