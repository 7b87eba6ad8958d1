import { mapConcurrently } from '../map-concurrently.ts'
import { PortError } from '../port-error.ts'
import type { Ports } from '../ports/index.ts'
import type { Mailer } from '../ports/mailer.ts'
import { secondsAfter } from '../time.ts'
import type { OutboxEntry } from './mail.ts'

/** A worker that dies gives its mails back after this long. */
const leaseSeconds = 60

/** How many mails one round takes, and how many of them are under way at the same time. */
const mailsPerRound = 50
const mailsAtOnce = 5

const firstPauseSeconds = 2
const longestPauseSeconds = 15 * 60

/** Then a mail that stays useful is given up, after about two days. */
const mostAttempts = 200

/** What delivering works through. */
export type DeliveryPorts = Pick<Ports, 'clock' | 'store'> & { readonly mailer: Mailer }

/** What became of the mails of one round. */
export interface DeliveryReport {
  readonly sent: number
  readonly postponed: number
  readonly givenUp: number
}

/** What became of one mail. */
type Fate = keyof DeliveryReport

/**
 * Sends the mails that are due, once each. What cannot be delivered now waits longer each time,
 * and holds up nobody else; what has expired or is refused for good is given up. A mail that was
 * sent but not yet marked when the process died is sent once more.
 */
export async function deliverMail(ports: DeliveryPorts): Promise<DeliveryReport> {
  const now = ports.clock.now()
  const leaseUntil = secondsAfter(now, leaseSeconds)
  const due = await ports.store.transaction((tx) =>
    tx.outbox.claimDue(now, mailsPerRound, leaseUntil),
  )
  const fates = await mapConcurrently(due, mailsAtOnce, (entry) =>
    // Whose lease has run out while it waited its turn is another worker's by now.
    ports.clock.now() < leaseUntil ? deliver(ports, entry) : Promise.resolve('postponed' as const),
  )
  const count = (fate: Fate) => fates.filter((each) => each === fate).length
  return { sent: count('sent'), postponed: count('postponed'), givenUp: count('givenUp') }
}

async function deliver(ports: DeliveryPorts, entry: OutboxEntry): Promise<Fate> {
  const { id, mail, notAfter } = entry
  if (notAfter && ports.clock.now() >= notAfter) return giveUp(ports, id, 'expired')
  try {
    await ports.mailer.send(id, mail)
  } catch (error) {
    if (!(error instanceof PortError)) throw error
    return error.failure === 'rejected'
      ? giveUp(ports, id, 'rejected')
      : postpone(ports, entry, error)
  }
  await ports.store.transaction((tx) => tx.outbox.markSent(id, ports.clock.now()))
  return 'sent'
}

async function postpone(
  ports: DeliveryPorts,
  { id, attempts }: OutboxEntry,
  { failure }: PortError,
): Promise<Fate> {
  const made = attempts + 1
  if (made >= mostAttempts) return giveUp(ports, id, failure)
  const dueAt = secondsAfter(ports.clock.now(), pauseAfter(made))
  await ports.store.transaction((tx) => tx.outbox.postpone(id, made, dueAt, failure))
  return 'postponed'
}

async function giveUp(ports: DeliveryPorts, id: string, reason: string): Promise<Fate> {
  await ports.store.transaction((tx) => tx.outbox.giveUp(id, ports.clock.now(), reason))
  return 'givenUp'
}

/** Seconds to wait after the n-th failed attempt: doubling, up to a quarter of an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPauseSeconds * 2 ** (attempts - 1), longestPauseSeconds)
}
