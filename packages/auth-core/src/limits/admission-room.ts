import type { Entrant, NotAdmitted } from '../ports/admission.ts'
import { type NetworkShare, type Ranked, whoGivesWay } from './admission-order.ts'

/** The capacity of an admission. */
export interface AdmissionBounds {
  /** The largest number of pieces of work that run at once. */
  readonly concurrency: number
  /** The largest number of pieces of work that wait: about one second of work. */
  readonly maxWaiting: number
  /** The largest number of admitted attempts of one network, waiting ones included. */
  readonly maxPerNetwork: number
  /**
   * The largest number of admitted attempts at one subject from networks that it is not known to come from.
   */
  readonly maxPerSubject: number
  /** How long an attempt may wait for its first turn, in seconds: the work may be slower than usual. */
  readonly maxWaitSeconds: number
  /** How long one may wait whose network the subject is known to come from, in seconds. */
  readonly maxKnownWaitSeconds: number
}

/** A piece of work that waits for its turn. */
export interface WaitingUnit {
  /** Starts the work, when its turn comes. */
  readonly start: () => void
  /** Gives up its place: the work does not start. */
  readonly drop: () => void
}

/** An attempt that was let in. */
export interface QueuedAttempt extends Ranked {
  /** Who was let in, and for what. */
  readonly entrant: Entrant
  /** The pieces of its work that wait, in order. */
  readonly waiting: WaitingUnit[]
  /** How many pieces of its work have ended. */
  unitsDone: number
  /** Whether a piece of its work has begun. */
  hasBegun: boolean
  /** How many pieces of its work are running. */
  unitsUnderWay: number
  /** When it was let in, in milliseconds. */
  readonly since: number
  /** Whether the attempt is over: no more of its work starts. */
  isOver: boolean
}

/** The attempts that are admitted. */
export interface AdmissionRoom {
  /** In the order they came. */
  readonly attempts: Iterable<QueuedAttempt>
  /** Why one would get no place now; `null` when it would. Changes nothing, but the lost leave. */
  refusalFor(entrant: Entrant): NotAdmitted | null
  /** Lets one in, for whom another may have to go. */
  enter(entrant: Entrant): QueuedAttempt | NotAdmitted
  /** Drops what an attempt waits for. Does nothing for one that has left. */
  leave(attempt: QueuedAttempt): void
  /** Has those leave whose clients are gone, and those that wait for their first turn for too long. */
  dropLost(): void
}

/** Seconds after which a retry makes sense: the queue is never longer. */
const retrySeconds = 1

/** The refusal for an attempt that gets no place, or loses it. */
export const noPlace: NotAdmitted = {
  kind: 'refused',
  refusal: 'overloaded',
  retryAfter: retrySeconds,
}

/** Creates an empty room. @param now Milliseconds of a clock. */
export function createAdmissionRoom(bounds: AdmissionBounds, now: () => number): AdmissionRoom {
  // A few dozen. A set would keep those that have left, with their clients, through the tables it had before.
  const attempts: QueuedAttempt[] = []
  const shares = new Map<string, NetworkShare>()
  const strangers = new Map<string, number>()
  const capacity = bounds.concurrency + bounds.maxWaiting

  function leave(attempt: QueuedAttempt): void {
    const place = attempts.indexOf(attempt)
    if (place < 0) return
    attempts.splice(place, 1)
    const { entrant, share } = attempt
    attempt.isOver = true
    share.attempts -= 1
    if (share.attempts === 0) shares.delete(entrant.network)
    countStranger(entrant, -1)
    for (const { drop } of attempt.waiting.splice(0)) drop()
  }

  function dropLost(): void {
    const moment = now()
    for (const attempt of [...attempts]) {
      // What has begun goes on, so that it counts: else a client that hangs up would have free guesses.
      if (attempt.hasBegun) continue
      const { isKnown, signal } = attempt.entrant
      const maxSeconds = isKnown ? bounds.maxKnownWaitSeconds : bounds.maxWaitSeconds
      if (moment - attempt.since > maxSeconds * 1000 || signal?.aborted) leave(attempt)
    }
  }

  function countStranger({ isKnown, subject }: Entrant, change: number): void {
    if (isKnown || subject === undefined) return
    const count = (strangers.get(subject) ?? 0) + change
    if (count === 0) strangers.delete(subject)
    else strangers.set(subject, count)
  }

  function isTooManyStrangers({ isKnown, subject }: Entrant): boolean {
    if (isKnown || subject === undefined) return false
    return (strangers.get(subject) ?? 0) >= bounds.maxPerSubject
  }

  /** Who has to go for a newcomer, if anyone; or the refusal. Does not depend on the newcomer's units. */
  function judge(entrant: Entrant): Judgement {
    dropLost()
    const { isKnown, network } = entrant
    const own = shares.get(network)?.attempts ?? 0
    if (own >= bounds.maxPerNetwork) return { refusal: noPlace }
    if (isTooManyStrangers(entrant)) return { refusal: { ...noPlace, refusal: 'rate_limited' } }
    if (load(attempts) < capacity) return { refusal: null }
    const displaced = whoGivesWay(attempts, { isKnown, attempts: own })
    return displaced ? { refusal: null, displaced } : { refusal: noPlace }
  }

  return {
    attempts,
    leave,
    dropLost,
    refusalFor: (entrant) => judge(entrant).refusal,
    enter(entrant) {
      const { refusal, displaced } = judge(entrant)
      if (refusal) return refusal
      if (displaced) leave(displaced)
      const { network, isKnown } = entrant
      const share = shares.get(network) ?? { attempts: 0, underWay: 0, lastTurn: 0 }
      shares.set(network, share)
      share.attempts += 1
      countStranger(entrant, 1)
      const state = { unitsDone: 0, unitsUnderWay: 0, hasBegun: false, isOver: false, since: now() }
      const attempt: QueuedAttempt = { ...state, entrant, isKnown, share, waiting: [] }
      attempts.push(attempt)
      return attempt
    },
  }
}

interface Judgement {
  readonly refusal: NotAdmitted | null
  readonly displaced?: QueuedAttempt
}

/** Pieces of work that are let in and not done. */
function load(attempts: Iterable<QueuedAttempt>): number {
  let units = 0
  for (const { entrant, unitsDone } of attempts) units += Math.max(1, entrant.units - unitsDone)
  return units
}
