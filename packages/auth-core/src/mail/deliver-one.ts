import type { JumpWatch } from '../lib/jump-watch.ts'
import type { SerialQueue } from '../lib/serial-queue.ts'
import { secondsAfter } from '../lib/time.ts'
import type { Mailer, PreparedDelivery } from '../ports/mailer.ts'
import { type FailedAttempt, type LeasedId, longestMailPauseSeconds } from '../ports/outbox.ts'
import { PortError } from '../ports/port-error.ts'
import type { Ports } from '../ports/ports.ts'
import type { OutboxEntry } from '../records/mail.ts'
import type { SentMails } from './sent-mails.ts'

const firstPauseSeconds = 2

/**
 * Seconds to wait after a hand-over with unknown result: it delayed other mails, and the mail may have
 * arrived.
 */
const uncertainPauseSeconds = 60

/**
 * The number of attempts that such a hand-over counts for, so that the mail is repeated seldom, and five
 * times in all.
 */
const uncertainWeight = 40

const firstPatienceSeconds = 3
const longestPatienceSeconds = 20

/** Seconds to wait for the server's answer to the content; all other mails wait meanwhile. */
const handOverSeconds = 15

/** Seconds kept free for recording the result while the lease lasts. */
const recordingSeconds = 5

/** Seconds to wait with a mail that has expired by a clock that jumped. */
const doubtfulPauseSeconds = 60

/** Attempts after which a mail that has not expired is given up: after about two days. */
const maxAttempts = 200

/** The ports that delivering mails needs. */
export interface DeliveryPorts extends Pick<Ports, 'clock' | 'replicaId' | 'store'> {
  /** Hands the mails to a server. */
  readonly mailer: Mailer
}

/** What the mails of one round share. */
export interface DeliveryRun {
  /** One hand-over at a time. */
  readonly queue: SerialQueue
  /** Mails that must be recorded before the next hand-over. */
  readonly sent: SentMails
  /** Tells whether the clock can be trusted that a mail has expired. */
  readonly jumps: JumpWatch
}

/** The result of one delivery. */
export type DeliveryResult = 'sent' | 'postponed' | 'givenUp'

/**
 * How a delivery ends. `leaseLost`: nothing was recorded, because another process has leased the mail since,
 * or has settled it.
 */
export type DeliveryEnd = DeliveryResult | 'leaseLost'

/** A mail that this process has leased. */
export interface LeasedMail {
  /** The mail. */
  readonly entry: OutboxEntry
  /** The end of the lease. Other processes may take the mail from this moment on. */
  readonly leaseUntil: Date
}

/**
 * Delivers one mail, if it can be delivered now.
 *
 * @param run Runs the hand-overs, from the content to the record of the result, one at a time: a
 *   process that dies in one has its mail sent again.
 * @throws {PortError} `store`.
 */
export async function deliverOne(
  ports: DeliveryPorts,
  leased: LeasedMail,
  run: DeliveryRun,
): Promise<DeliveryEnd> {
  const { entry } = leased
  if (hasExpired(ports, entry)) return settleExpired(ports, leased, run)
  if (isTooLate(ports, leased)) return 'postponed'
  let delivery: PreparedDelivery
  try {
    delivery = await ports.mailer.prepare(entry.id, entry.mail, patienceAfter(entry.attempts))
  } catch (error) {
    return settleFailure(ports, leased, { error, weight: 1 })
  }
  const { queue, sent, jumps } = run
  return queue(() => complete({ ...ports, sent, jumps }, leased, delivery))
}

/** Hands over the content. Other mails come first, so expiry and lease are checked anew. */
async function complete(
  ports: DeliveryPorts & Pick<DeliveryRun, 'sent' | 'jumps'>,
  leased: LeasedMail,
  delivery: PreparedDelivery,
): Promise<DeliveryEnd> {
  const { entry } = leased
  let isLost: boolean
  try {
    await ports.sent.catchUp()
    isLost = !(await isOurs(ports, leased))
  } catch (error) {
    delivery.cancel()
    throw error
  }
  if (isLost) {
    delivery.cancel()
    return 'leaseLost'
  }
  if (hasExpired(ports, entry)) {
    delivery.cancel()
    return settleExpired(ports, leased, ports)
  }
  if (isTooLate(ports, leased)) {
    delivery.cancel()
    return 'postponed'
  }
  try {
    await delivery.send(handOverSeconds)
  } catch (error) {
    const isUncertain = error instanceof PortError && error.failure === 'timeout'
    return settleFailure(ports, leased, { error, weight: isUncertain ? uncertainWeight : 1 })
  }
  await ports.sent.record(entry.id)
  return 'sent'
}

function hasExpired({ clock }: DeliveryPorts, { notAfter }: OutboxEntry): boolean {
  return notAfter !== null && clock.now() >= notAfter
}

/**
 * Whether the hand-over could outlast the lease. Another process would then take the mail and send it too.
 */
function isTooLate({ clock }: DeliveryPorts, { leaseUntil }: LeasedMail): boolean {
  return secondsAfter(clock.now(), handOverSeconds + recordingSeconds) > leaseUntil
}

/** A process that stood still may have counted as dead, and another may send the mail by now. */
function isOurs({ store }: DeliveryPorts, leased: LeasedMail): Promise<boolean> {
  return store.transaction((tx) => tx.outbox.isLeased(leasedId(leased)))
}

async function settleFailure(
  ports: DeliveryPorts,
  leased: LeasedMail,
  { error, weight }: { readonly error: unknown; readonly weight: number },
): Promise<DeliveryEnd> {
  if (!(error instanceof PortError)) throw error
  const { attempts } = leased.entry
  const made = attempts + weight
  const isHopeless = error.failure === 'rejected' || made >= maxAttempts
  if (isHopeless) return giveUp(ports, leased, error.reason)
  const minSeconds = weight === uncertainWeight ? uncertainPauseSeconds : 0
  const pauseSeconds = Math.max(minSeconds, pauseAfter(attempts + 1))
  const dueAt = secondsAfter(ports.clock.now(), pauseSeconds)
  return postpone(ports, leased, { attempts: made, dueAt, reason: error.reason })
}

/**
 * Gives up a mail that has expired; unless the clock has jumped lately and may be wrong. Then the mail is put off,
 * for another process or a clock that is right again (T-97).
 */
async function settleExpired(
  ports: DeliveryPorts,
  leased: LeasedMail,
  { jumps }: Pick<DeliveryRun, 'jumps'>,
): Promise<DeliveryEnd> {
  if (!jumps.hasJumped()) return giveUp(ports, leased, 'expired')
  const dueAt = secondsAfter(ports.clock.now(), doubtfulPauseSeconds)
  const attempt = { attempts: leased.entry.attempts, dueAt, reason: 'clock_jumped' }
  return postpone(ports, leased, attempt)
}

async function postpone(
  ports: DeliveryPorts,
  leased: LeasedMail,
  attempt: FailedAttempt,
): Promise<DeliveryEnd> {
  const isRecorded = await ports.store.transaction((tx) =>
    tx.outbox.postpone(leasedId(leased), attempt),
  )
  return isRecorded ? 'postponed' : 'leaseLost'
}

async function giveUp(
  ports: DeliveryPorts,
  leased: LeasedMail,
  reason: string,
): Promise<DeliveryEnd> {
  const isRecorded = await ports.store.transaction((tx) =>
    tx.outbox.giveUp(leasedId(leased), ports.clock.now(), reason),
  )
  return isRecorded ? 'givenUp' : 'leaseLost'
}

function leasedId({ entry: { id }, leaseUntil }: LeasedMail): LeasedId {
  return { id, leaseUntil }
}

/** Seconds to wait after this many failed attempts: doubling, up to a quarter of an hour. */
export function pauseAfter(attempts: number): number {
  return Math.min(firstPauseSeconds * 2 ** (attempts - 1), longestMailPauseSeconds)
}

/**
 * Seconds to wait for the server's answer about a recipient. Few at first, because other mails wait for the
 * place. Doubles with each failed attempt, because a slow server may still answer.
 */
export function patienceAfter(attempts: number): number {
  return Math.min(firstPatienceSeconds * 2 ** attempts, longestPatienceSeconds)
}
