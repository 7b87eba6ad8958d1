import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'

/** How long what is over is kept: for the count of code mails, and for investigations. */
const keepMailSeconds = 24 * 3600
const keepSessionSeconds = 24 * 3600

/** The clock has to have gone on like this, in seconds, before what has expired by it is removed. */
const steadySeconds = 10 * 60

/** Between two rounds the clock may go on by this much, in seconds, without having jumped. */
const longestStepSeconds = 5 * 60

/**
 * Removes what has expired, but not by a clock that jumped (T-97): what a clock that is months ahead
 * for some seconds says to be over is gone for good. At the start, and after each jump, it waits until
 * the clock has gone on steadily for ten minutes.
 *
 * @returns One round, to be run every minute or so.
 */
export function createPurge(ports: Pick<Ports, 'clock' | 'store'>): () => Promise<void> {
  let lookedAt: Date | undefined
  let steadySince: Date | undefined
  return async () => {
    const now = ports.clock.now()
    const isSteady =
      lookedAt !== undefined && lookedAt <= now && now <= secondsAfter(lookedAt, longestStepSeconds)
    lookedAt = now
    if (!isSteady || steadySince === undefined) steadySince = now
    else if (now >= secondsAfter(steadySince, steadySeconds)) await purgeExpired(ports)
  }
}

/** Removes what has expired by the clock. Nothing depends on when, or whether, it runs. */
export async function purgeExpired(ports: Pick<Ports, 'clock' | 'store'>): Promise<void> {
  const now = ports.clock.now()
  await ports.store.transaction(async (tx) => {
    await tx.otpChallenges.removeExpired(now)
    await tx.oneTimeTokens.removeExpired(now)
    await tx.sessions.removeExpired(secondsAfter(now, -keepSessionSeconds))
    await tx.endings.removeExpired(now)
    await tx.replicas.removeDead(now)
    await tx.outbox.removeSettled(secondsAfter(now, -keepMailSeconds))
  })
}
