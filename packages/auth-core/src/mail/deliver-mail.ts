import { createTurns } from '../lib/serial-queue.ts'
import { secondsAfter } from '../lib/time.ts'
import { type Claimed, type DeliveryPorts, deliverOne, type Fate } from './deliver-one.ts'

/** A worker that dies gives its mails back after this long. */
const leaseSeconds = 60

/** A round ends, and is reported, after this many mails or a few more. */
const mailsPerRound = 50

/** Taken at once: few enough for all to have their turn before the lease ends. */
const mailsPerClaim = 16

/**
 * How many mails are under way at the same time: those that are tried for the first time, and those
 * that have failed before. Recipients that keep failing fill only the places of their kind.
 */
const places = { untried: 8, tried: 4 } as const

/** What became of mails. */
export type DeliveryReport = Readonly<Record<Fate, number>>

/** Delivers mails through one mailer; one of these for each process. */
export interface MailDelivery {
  /**
   * Takes the mails that are due and sends each once. What cannot be delivered now waits longer
   * each time, and holds up nobody else; what has expired or is refused for good is given up.
   * Returns when no more are due that there is a place for, and does not wait for slow ones.
   *
   * When the process dies, one mail at most was sent but not yet marked. That one is sent again.
   *
   * @returns What has become of mails since the last call.
   */
  deliverDue(): Promise<DeliveryReport>

  /** Waits for all that are under way. @returns As `deliverDue`. */
  finish(): Promise<DeliveryReport>
}

/** Makes a delivery that has nothing under way. */
export function createMailDelivery(ports: DeliveryPorts): MailDelivery {
  const handOverInTurn = createTurns()
  const roundInTurn = createTurns()
  const underWay = { untried: new Set<Promise<void>>(), tried: new Set<Promise<void>>() }
  let ended: PromiseSettledResult<Fate>[] = []

  const claim = async () => {
    const now = ports.clock.now()
    const leaseUntil = secondsAfter(now, leaseSeconds)
    const limits = { untried: mailsPerClaim, tried: places.tried - underWay.tried.size }
    const due = await ports.store.transaction((tx) => tx.outbox.claimDue(now, limits, leaseUntil))
    return due.map((entry) => ({ entry, leaseUntil }))
  }

  const begin = async (claimed: Claimed) => {
    const kind = claimed.entry.attempts === 0 ? 'untried' : 'tried'
    const alike = underWay[kind]
    if (alike.size >= places[kind]) await Promise.race(alike)
    const delivery = deliverOne(ports, claimed, handOverInTurn)
    const end = Promise.allSettled([delivery]).then((results) => {
      ended.push(...results)
      alike.delete(end)
    })
    alike.add(end)
  }

  const round = async () => {
    for (let taken = 0; taken < mailsPerRound; ) {
      const due = await claim()
      if (due.length === 0) return
      for (const each of due) await begin(each)
      taken += due.length
    }
  }

  const report = () => {
    const results = ended
    ended = []
    return toReport(results)
  }

  return {
    async deliverDue() {
      await roundInTurn(round)
      return report()
    },
    async finish() {
      await Promise.all([...underWay.untried, ...underWay.tried])
      return report()
    },
  }
}

/**
 * Sends the mails that are due, some fifty, and waits for every one of them: for tests and for
 * jobs that run now and then. A service that goes on has a {@link MailDelivery}.
 */
export async function deliverMail(ports: DeliveryPorts): Promise<DeliveryReport> {
  const delivery = createMailDelivery(ports)
  const reports = [await delivery.deliverDue(), await delivery.finish()]
  const sum = (fate: Fate) => reports.reduce((total, report) => total + report[fate], 0)
  return { sent: sum('sent'), postponed: sum('postponed'), givenUp: sum('givenUp') }
}

/** @throws What the first of those that broke off threw. */
function toReport(results: readonly PromiseSettledResult<Fate>[]): DeliveryReport {
  const fates = results.map((result) => {
    if (result.status === 'rejected') throw result.reason
    return result.value
  })
  const count = (fate: Fate) => fates.filter((each) => each === fate).length
  return { sent: count('sent'), postponed: count('postponed'), givenUp: count('givenUp') }
}
