import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'

/** Seconds for which finished records are kept: for the count of code mails, and for investigations. */
const keepMailSeconds = 24 * 3600
const keepSessionSeconds = 24 * 3600

/** Removes records that have expired. No behaviour depends on when, or whether, it runs. */
export async function purgeExpired(ports: Pick<Ports, 'clock' | 'store'>): Promise<void> {
  const now = ports.clock.now()
  await ports.store.transaction(async (tx) => {
    await tx.otpChallenges.removeExpired(now)
    await tx.oneTimeTokens.removeExpired(now)
    await tx.invitations.removeExpired(now)
    await tx.sessions.removeExpired(secondsAfter(now, -keepSessionSeconds))
    await tx.endings.removeExpired(now)
    await tx.apiKeys.removeExpired(now)
    await tx.replicas.removeDead(now)
    await tx.outbox.removeSettled(secondsAfter(now, -keepMailSeconds))
  })
}
