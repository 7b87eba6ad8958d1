import type { SerialQueue } from '../lib/serial-queue.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Mailer, PreparedDelivery } from '../ports/mailer.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { OutboxEntry } from '../records/mail.ts'

const firstPauseSeconds = 2
const longestPauseSeconds = 15 * 60

/** After a hand-over that nobody knows the end of: it held up others, and may have arrived. */
const uncertainPauseSeconds = 60

const firstPatienceSeconds = 3
const longestPatienceSeconds = 20

/** A server that says nothing after the content holds up all other mails for this long. */
const handOverSeconds = 15

/** For noting how it went, while the mail is still ours. */
const notingSeconds = 5

/** Then a mail that stays useful is given up, after about two days. */
const maxAttempts = 200

/** What delivering works through. */
export type DeliveryPorts = Pick<Ports, 'clock' | 'store'> & { readonly mailer: Mailer }

/** What became of one mail. */
export type DeliveryResult = 'sent' | 'postponed' | 'givenUp'

/** A mail, and until when it is nobody else's. */
export interface LeasedMail {
  readonly entry: OutboxEntry
  readonly leaseUntil: Date
}

/**
 * Delivers one mail, as far as that goes now.
 *
 * @param queue Only one mail is between its content and our note at any time, because a process
 *   that dies in there has its mail sent once more.
 */
export async function deliverOne(
  ports: DeliveryPorts,
  leased: LeasedMail,
  queue: SerialQueue,
): Promise<DeliveryResult> {
  const { entry } = leased
  if (hasExpired(ports, entry)) return giveUp(ports, entry.id, 'expired')
  if (isTooLate(ports, leased)) return 'postponed'
  let delivery: PreparedDelivery
  try {
    delivery = await ports.mailer.prepare(entry.id, entry.mail, patienceAfter(entry.attempts))
  } catch (error) {
    return settleFailure(ports, entry, { error, pauseSeconds: pauseAfter(entry.attempts + 1) })
  }
  return queue(() => complete(ports, leased, delivery))
}

/** By now others may have been handed over first, so that nothing from before can be relied on. */
async function complete(
  ports: DeliveryPorts,
  leased: LeasedMail,
  delivery: PreparedDelivery,
): Promise<DeliveryResult> {
  const { entry } = leased
  const { id } = entry
  if (hasExpired(ports, entry)) {
    delivery.cancel()
    return giveUp(ports, id, 'expired')
  }
  if (isTooLate(ports, leased)) {
    delivery.cancel()
    return 'postponed'
  }
  try {
    await delivery.send(handOverSeconds)
  } catch (error) {
    const pause = pauseAfter(entry.attempts + 1)
    const isUncertain = error instanceof PortError && error.failure === 'timeout'
    const pauseSeconds = isUncertain ? Math.max(pause, uncertainPauseSeconds) : pause
    return settleFailure(ports, entry, { error, pauseSeconds })
  }
  await ports.store.transaction((tx) => tx.outbox.markSent(id, ports.clock.now()))
  return 'sent'
}

function hasExpired({ clock }: DeliveryPorts, { notAfter }: OutboxEntry): boolean {
  return notAfter !== null && clock.now() >= notAfter
}

/** What could outlast its lease would be sent by another worker too: it is left to that one. */
function isTooLate({ clock }: DeliveryPorts, { leaseUntil }: LeasedMail): boolean {
  return secondsAfter(clock.now(), handOverSeconds + notingSeconds) > leaseUntil
}

async function settleFailure(
  ports: DeliveryPorts,
  { id, attempts }: OutboxEntry,
  { error, pauseSeconds }: { readonly error: unknown; readonly pauseSeconds: number },
): Promise<DeliveryResult> {
  if (!(error instanceof PortError)) throw error
  const made = attempts + 1
  const isHopeless = error.failure === 'rejected' || made >= maxAttempts
  if (isHopeless) return giveUp(ports, id, error.failure)
  const dueAt = secondsAfter(ports.clock.now(), pauseSeconds)
  await ports.store.transaction((tx) => tx.outbox.postpone(id, made, dueAt, error.failure))
  return 'postponed'
}

async function giveUp(ports: DeliveryPorts, id: string, reason: string): Promise<DeliveryResult> {
  await ports.store.transaction((tx) => tx.outbox.giveUp(id, ports.clock.now(), reason))
  return 'givenUp'
}

/** Seconds to wait after the n-th failed attempt: doubling, up to a quarter of an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPauseSeconds * 2 ** (attempts - 1), longestPauseSeconds)
}

/**
 * Seconds that the server may think about a recipient: few, because others wait for the place, and
 * doubling with each failed attempt, because a slow recipient is none that hangs.
 */
export function patienceAfter(attempts: number): number {
  return Math.min(firstPatienceSeconds * 2 ** attempts, longestPatienceSeconds)
}
