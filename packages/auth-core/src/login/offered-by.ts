import { findActiveMembership } from '../account/memberships.ts'
import type { Transaction } from '../ports/store.ts'
import type { Membership } from '../records/account.ts'
import type { LoginProof } from '../records/proof.ts'

/**
 * The memberships that a proof still opens: account and tenant may act, and the password is the one
 * that was checked (T-14).
 */
export async function offeredBy(
  tx: Transaction,
  proof: LoginProof,
): Promise<readonly Membership[]> {
  const offered: Membership[] = []
  for (const { accountId, credentialVersion } of proof.accounts) {
    const membership = await findActiveMembership(tx, accountId)
    if (membership?.account.credentialVersion === credentialVersion) offered.push(membership)
  }
  return offered
}
