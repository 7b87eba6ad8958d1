import type { AskedResult } from '../ask.ts'
import { median, medianRatio } from '../median.ts'
import { short, whole } from '../numbers.ts'
import { table } from '../table.ts'
import type { ClientCounts } from './start-clients.ts'

/** A quiet time, and right after it one with clients of one kind. */
export interface IsolationRound {
  readonly quiet: AskedResult
  readonly during: AskedResult
  readonly clients: ClientCounts
  /** For how long the clients were at work. */
  readonly seconds: number
  /** CPU of the gateway for each request of the clients, in milliseconds, that of a quiet time taken off. */
  readonly cpuMs: number
}

/** What is to be kept while clients of one kind are at work. */
export interface IsolationBounds {
  /** The largest p99 of everybody else, as a multiple of that of a quiet time. */
  readonly ratio?: number
  /** The largest p99 of everybody else, in milliseconds. */
  readonly p99?: number
  /** The least that clients are answered in a second. */
  readonly perSecond?: number
  /** The most CPU for each request of the clients, in milliseconds. */
  readonly cpuMs?: number
}

/** Clients of one kind, and what everybody else had of them. */
export interface IsolationTurn {
  /** In the words of the table. */
  readonly what: string
  readonly rounds: readonly IsolationRound[]
  readonly bounds: IsolationBounds
}

/** The bounds that were missed. Nothing may be refused, whatever the bounds. */
export function missedBounds(turn: IsolationTurn): readonly string[] {
  return verdictsOf(turn).flatMap(({ bound, isKept }) => (isKept ? [] : [bound]))
}

interface Verdict {
  readonly bound: string
  readonly isKept: boolean
}

/** A number that could not be measured keeps no bound. */
function verdictsOf({ rounds, bounds }: IsolationTurn): readonly Verdict[] {
  const measured = measuredOf(rounds)
  const { cpuMs, p99, perSecond, ratio } = bounds
  const verdict = (bound: string, isKept: boolean): Verdict => ({ bound, isKept })
  return [
    ...(ratio === undefined ? [] : [verdict(`${ratio} × quiet`, measured.ratio <= ratio)]),
    ...(p99 === undefined ? [] : [verdict(`p99 ${p99} ms`, measured.p99 <= p99)]),
    ...(perSecond === undefined
      ? []
      : [verdict(`${perSecond} a second`, measured.perSecond >= perSecond)]),
    ...(cpuMs === undefined ? [] : [verdict(`${cpuMs} ms of CPU`, measured.cpuMs <= cpuMs)]),
    verdict('none refused', measured.refused === 0),
  ]
}

/** A table of all turns: medians over their rounds. */
export function reportIsolation(turns: readonly IsolationTurn[]): readonly string[] {
  const head = ['Meanwhile', 'p50, ms', 'p99, ms', 'quiet p50, ms', 'quiet p99, ms', 'p99 × quiet']
  return table(
    [...head, 'answered a second', 'CPU ms each', 'refused', 'Bounds'],
    turns.map((turn) => {
      const { cpuMs, p50, p99, perSecond, quiet50, quiet99, ratio, refused } = measuredOf(
        turn.rounds,
      )
      return [
        turn.what,
        ...[p50, p99, quiet50, quiet99].map(short),
        ratio.toFixed(2),
        short(perSecond),
        short(cpuMs),
        whole(refused),
        verdictsOf(turn)
          .map(({ bound, isKept }) => `${bound}: ${isKept ? 'kept' : '**missed**'}`)
          .join('; '),
      ]
    }),
  )
}

function measuredOf(rounds: readonly IsolationRound[]) {
  const [during, quiet] = [rounds.map((round) => round.during), rounds.map((round) => round.quiet)]
  return {
    p50: median(during.map((each) => each.p50)),
    p99: median(during.map((each) => each.p99)),
    quiet50: median(quiet.map((each) => each.p50)),
    quiet99: median(quiet.map((each) => each.p99)),
    ratio: medianRatio(
      during.map((each) => each.p99),
      quiet.map((each) => each.p99),
    ),
    perSecond: median(rounds.map(({ clients, seconds }) => clients.answered / seconds)),
    cpuMs: median(rounds.map((round) => round.cpuMs)),
    refused: rounds.reduce((sum, round) => sum + round.during.refused + round.clients.failed, 0),
  }
}
