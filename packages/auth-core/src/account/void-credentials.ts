import type { Ports } from '../ports/ports.ts'
import type { Transaction } from '../ports/store.ts'
import { endingsOf } from '../session/end-sessions.ts'

/**
 * Closes everything an old password has opened: session tokens and OTP challenges (they name the
 * credential's version), codes that are still to be mailed, and every session with
 * all its access tokens.
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
  const now = clock.now()
  await tx.otpChallenges.remove(accountId)
  await tx.outbox.cancel(accountId, 'otp', now)
  // Those that were logged out have access tokens, too.
  const sessions = await tx.sessions.listOfAccount(accountId)
  await tx.endings.add(endingsOf(sessions, 'ended', now))
  await tx.sessions.endAll(accountId, now)
}
