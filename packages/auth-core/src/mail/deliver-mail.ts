import { createSerialQueue } from '../lib/serial-queue.ts'
import { secondsAfter } from '../lib/time.ts'
import {
  type DeliveryPorts,
  type DeliveryResult,
  deliverOne,
  type LeasedMail,
} from './deliver-one.ts'
import { createSentMails } from './sent-mails.ts'

/** The mails of a process that dies are free for others after this long. */
const leaseSeconds = 60

/** A round ends, and is reported, after this many mails or a few more. */
const mailsPerRound = 50

/** Taken at once. Few enough for all to have their turn before the lease ends. */
const mailsPerLease = 16

/**
 * How many mails are under way at the same time: those tried for the first time, and those that have
 * failed before. Recipients that keep failing take only the share of their kind.
 */
const concurrency = { untried: 8, tried: 4 } as const

/** How many mails had which result. */
export type DeliveryReport = Readonly<Record<DeliveryResult, number>>

/** Delivers mails through one mailer; one of these for each process. */
export interface MailDelivery {
  /**
   * Takes the mails that are due and sends each once. What cannot be delivered now waits longer
   * after each attempt, and delays no other mail. What has expired or is refused for good is given
   * up. Resolves when no more are due that there is a place for, and does not wait for slow ones.
   *
   * At most one mail is sent but not marked yet, also while the store is away. When the process
   * dies then, or the store is away for longer than the lease, that one is sent again.
   *
   * @returns The results since the last call.
   * @throws {PortError} `store`.
   */
  deliverDue(): Promise<DeliveryReport>

  /** Waits for all that are under way. @returns The results since the last call. */
  finish(): Promise<DeliveryReport>
}

/** Delivers the mails of the outbox through one mailer, one content at a time. */
export function createMailDelivery(ports: DeliveryPorts): MailDelivery {
  const run = { queue: createSerialQueue(), sent: createSentMails(ports) }
  const roundQueue = createSerialQueue()
  const underWay = { untried: new Set<Promise<void>>(), tried: new Set<Promise<void>>() }
  let ended: PromiseSettledResult<DeliveryResult>[] = []

  const lease = async () => {
    const now = ports.clock.now()
    const leaseUntil = secondsAfter(now, leaseSeconds)
    const limits = { untried: mailsPerLease, tried: concurrency.tried - underWay.tried.size }
    const due = await ports.store.transaction((tx) => tx.outbox.leaseDue(now, limits, leaseUntil))
    return due.map((entry) => ({ entry, leaseUntil }))
  }

  const begin = async (leased: LeasedMail) => {
    const kind = leased.entry.attempts === 0 ? 'untried' : 'tried'
    const alike = underWay[kind]
    if (alike.size >= concurrency[kind]) await Promise.race(alike)
    const delivery = deliverOne(ports, leased, run)
    const end = Promise.allSettled([delivery]).then((results) => {
      ended.push(...results)
      alike.delete(end)
    })
    alike.add(end)
  }

  const round = async () => {
    // Otherwise they would be taken and sent once more.
    await run.sent.catchUp()
    for (let taken = 0; taken < mailsPerRound; ) {
      const due = await lease()
      if (due.length === 0) return
      for (const each of due) await begin(each)
      taken += due.length
    }
  }

  const report = () => {
    const failure = ended.find(({ status }) => status === 'rejected')
    // What the others came to is reported by the next call.
    ended = ended.filter(({ status }) => status === 'fulfilled')
    if (failure?.status === 'rejected') throw failure.reason
    const results = ended
    ended = []
    return toReport(results)
  }

  return {
    async deliverDue() {
      await roundQueue(round)
      return report()
    },
    async finish() {
      await Promise.all([...underWay.untried, ...underWay.tried])
      await run.sent.catchUp()
      return report()
    },
  }
}

/**
 * Sends the mails that are due, some fifty, and waits for each: for tests, and for jobs that run now
 * and then. A service that runs on has a {@link MailDelivery}.
 *
 * @throws {PortError} `store`.
 */
export async function deliverMail(ports: DeliveryPorts): Promise<DeliveryReport> {
  const delivery = createMailDelivery(ports)
  const reports = [await delivery.deliverDue(), await delivery.finish()]
  const sum = (result: DeliveryResult) =>
    reports.reduce((total, report) => total + report[result], 0)
  return { sent: sum('sent'), postponed: sum('postponed'), givenUp: sum('givenUp') }
}

function toReport(ended: readonly PromiseSettledResult<DeliveryResult>[]): DeliveryReport {
  const count = (result: DeliveryResult) =>
    ended.filter((each) => each.status === 'fulfilled' && each.value === result).length
  return { sent: count('sent'), postponed: count('postponed'), givenUp: count('givenUp') }
}
