import { endingsOf } from '../endings/end-sessions.ts'
import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'

/**
 * Closes everything an old password has opened: session tokens and OTP challenges (they name the
 * credential's version), codes that are still to be mailed, a change of the password that is under
 * way, and every session with all its access tokens.
 */
export async function voidCredentials(
  { clock }: Pick<Ports, 'clock'>,
  tx: Transaction,
  accountId: string,
): Promise<void> {
  const now = clock.now()
  await voidProofs(now, tx, accountId)
  // Logged-out sessions are included: their access tokens may still be valid.
  await tx.endings.add(endingsOf(await tx.sessions.listOfAccount(accountId), 'ended', now))
  await tx.sessions.endAll(accountId, now)
}

/**
 * Like {@link voidCredentials}, but keeps the sessions: voids what the old password proved, codes and session
 * tokens included.
 */
export async function voidProofs(now: Date, tx: Transaction, accountId: string): Promise<void> {
  const account = await tx.accounts.find(accountId)
  if (!account) return
  const { credentialVersion } = account
  await tx.accounts.update({ ...account, credentialVersion: credentialVersion + 1 })
  await tx.otpChallenges.remove(accountId)
  await tx.outbox.cancel(accountId, 'otp', now)
  await tx.oneTimeTokens.removeAll('set_password', accountId)
}
