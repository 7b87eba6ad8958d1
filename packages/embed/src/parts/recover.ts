import {
  PortError,
  settleAbandonedResets,
  undoAbandonedAcceptances,
  undoReservedSignUps,
} from '@gatehouse/auth-core'
import type { Ports } from '@gatehouse/auth-core/ports'
import pTimeout from 'p-timeout'

/** The last possible moment. */
const endOfTime = new Date(8.64e15)

/** Milliseconds for which the credential store may delay a start. */
const patienceMs = 10_000

type RecoveryPorts = Pick<Ports, 'clock' | 'credentialStore' | 'secrets' | 'store'>

/** The number of things recovered. */
export interface Recovery {
  /** `undefined` when the credential store is away or slow: then it happens later. */
  readonly signUpsUndone: number | undefined
  /** The password changes of dead processes that were settled. */
  readonly resetsSettled: number
}

/**
 * Clears up after a crash, at a start that knows that no other process works on the database:
 * unfinished sign-ups and acceptances of invitations are undone, unfinished resets settled, and mails that a dead process had
 * taken are free again. Without this the same happens later, when their time runs out.
 */
export async function recover(ports: RecoveryPorts): Promise<Recovery> {
  await ports.store.transaction((tx) => tx.outbox.releaseLeases())
  const resetsSettled = await settleAbandonedResets(ports, { leasedUntil: endOfTime })
  const signUpsUndone = await undoSignUps(ports)
  return { signUpsUndone, resetsSettled }
}

/** Undoes sign-ups. A start does not wait for the credential store: tokens are valid without it. */
async function undoSignUps(ports: RecoveryPorts): Promise<number | undefined> {
  // The list is read first, so sign-ups that start meanwhile are not in it.
  const undoing = undoAll(ports).catch(undoneLater)
  return pTimeout(undoing, { milliseconds: patienceMs, message: false })
}

async function undoAll(ports: RecoveryPorts): Promise<number> {
  await undoAbandonedAcceptances(ports, { leasedUntil: endOfTime, reservedBefore: endOfTime })
  return undoReservedSignUps(ports, { reservedBefore: endOfTime })
}

function undoneLater(error: unknown): undefined {
  if (error instanceof PortError && error.port === 'credential_store') return undefined
  throw error
}
