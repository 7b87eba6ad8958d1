import { createJumpWatch } from '../lib/jump-watch.ts'
import { createSerialQueue } from '../lib/serial-queue.ts'
import { secondsAfter } from '../lib/time.ts'
import {
  type DeliveryEnd,
  type DeliveryPorts,
  type DeliveryResult,
  deliverOne,
  type LeasedMail,
} from './deliver-one.ts'
import { createMailLeaseWatch } from './mail-lease-watch.ts'
import { createSentMails } from './sent-mails.ts'

/** Seconds of a lease: after that, other processes may send the mails of a process that hangs. */
const leaseSeconds = 60

/** A round ends, and is reported, after this many mails or a few more. */
const mailsPerRound = 50

/** Mails that are leased together. Few enough to be sent before the lease ends. */
const mailsPerLease = 16

/**
 * The largest number of mails under way at once: mails tried for the first time, and mails that failed
 * before. Recipients that keep failing take only the places of their kind.
 */
const concurrency = { untried: 8, tried: 4 } as const

/** How many mails had each result. Mails that another process has by now are not counted here. */
export type DeliveryReport = Readonly<Record<DeliveryResult, number>>

/** Delivers mails through one mailer. Each process has one. */
export interface MailDelivery {
  /**
   * Takes the mails that are due and sends each once. A mail that cannot be delivered now waits longer after
   * each attempt, and delays no other mail. A mail that expired or is refused for good is given up. Resolves
   * when no due mail is left that there is room for, and does not wait for slow mails.
   *
   * At most one mail is sent and not recorded yet, even while the store is unreachable. If the process dies
   * then, or the store is unreachable for longer than the lease, that mail is sent twice. Mails of a process
   * that has died are taken over when its heartbeat has run out.
   *
   * @returns The results since the last call.
   * @throws {PortError} `store`.
   */
  deliverDue(): Promise<DeliveryReport>

  /** Waits for all that are under way. @returns The results since the last call. */
  finish(): Promise<DeliveryReport>
}

/**
 * Creates a delivery of the mails in the outbox through one mailer. It transmits one mail's content at a
 * time.
 */
export function createMailDelivery(ports: DeliveryPorts): MailDelivery {
  const jumps = createJumpWatch(ports.clock)
  const run = { queue: createSerialQueue(), sent: createSentMails(ports), jumps }
  const leaseWatch = createMailLeaseWatch(ports, leaseSeconds)
  const roundQueue = createSerialQueue()
  const underWay = { untried: new Set<Promise<void>>(), tried: new Set<Promise<void>>() }
  let ended: PromiseSettledResult<DeliveryEnd>[] = []

  const lease = async () => {
    const now = ports.clock.now()
    const taken = { by: ports.replicaId, until: secondsAfter(now, leaseSeconds) }
    const limits = { untried: mailsPerLease, tried: concurrency.tried - underWay.tried.size }
    const due = await ports.store.transaction((tx) => tx.outbox.leaseDue(now, limits, taken))
    return due.map((entry) => ({ entry, leaseUntil: taken.until }))
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
    jumps.look()
    // Otherwise they would be taken and sent once more.
    await run.sent.catchUp()
    await leaseWatch.releaseDead()
    for (let taken = 0; taken < mailsPerRound; ) {
      const due = await lease()
      if (due.length === 0) return
      for (const each of due) await begin(each)
      taken += due.length
    }
  }

  const report = () => {
    const failure = ended.find(({ status }) => status === 'rejected')
    // The next call reports the other results.
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
 * and then. A service that runs on has a `MailDelivery`.
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

function toReport(ended: readonly PromiseSettledResult<DeliveryEnd>[]): DeliveryReport {
  const count = (result: DeliveryResult) =>
    ended.filter((each) => each.status === 'fulfilled' && each.value === result).length
  return { sent: count('sent'), postponed: count('postponed'), givenUp: count('givenUp') }
}
