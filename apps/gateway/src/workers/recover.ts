import { type Ports, settleAbandonedResets, undoReservedSignUps } from '@gatehouse/auth-core'

/** A moment after every other. */
const endOfTime = new Date(8.64e15)

/**
 * Clears up after a crash, at a start that knows that no other process works on the database:
 * unfinished sign-ups are undone, unfinished resets settled, and mails that a dead worker had
 * taken are free again. Without this the same happens later, when their time runs out.
 *
 * @returns How much there was.
 */
export async function recover(
  ports: Pick<Ports, 'clock' | 'credentialStore' | 'store'>,
): Promise<{ readonly signUpsUndone: number; readonly resetsSettled: number }> {
  await ports.store.transaction((tx) => tx.outbox.releaseLeases())
  const resetsSettled = await settleAbandonedResets(ports, { claimedUntil: endOfTime })
  const signUpsUndone = await undoReservedSignUps(ports, { reservedBefore: endOfTime })
  return { signUpsUndone, resetsSettled }
}
