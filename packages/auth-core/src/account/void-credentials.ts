import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'

/**
 * Closes everything an old password has opened: session tokens and OTP challenges (they name the
 * credential's version), codes that are still to be mailed, and the refresh of every session.
 * Access tokens stay valid until they expire.
 */
export async function voidCredentials(
  { clock }: Pick<Ports, 'clock'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  const account = await tx.accounts.find(accountId)
  if (!account) return
  const { credentialVersion } = account
  await tx.accounts.update({ ...account, credentialVersion: credentialVersion + 1 })
  await tx.otpChallenges.remove(accountId)
  await tx.outbox.cancel(accountId, 'otp', clock.now())
  await tx.sessions.endAll(accountId, clock.now())
}
