import { median, medianRatio } from '../median.ts'
import { short, whole } from '../numbers.ts'
import { table } from '../table.ts'
import type { ProxiedResult } from './measure-proxied.ts'
import type { ClientCounts } from './start-clients.ts'

/** A quiet time, and right after it one with clients of one kind. */
export interface IsolationRound {
  readonly quiet: ProxiedResult
  readonly during: ProxiedResult
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

/** The bounds that were missed, each with what was measured. Nothing may be refused, whatever the bounds. */
export function missedBounds({ rounds, bounds }: IsolationTurn): readonly string[] {
  const { cpuMs, p99, perSecond, ratio } = measuredOf(rounds)
  const refused = rounds.some(({ during, clients }) => during.refused + clients.failed > 0)
  return [
    ...(exceeds(ratio, bounds.ratio) ? [`${bounds.ratio} × quiet`] : []),
    ...(exceeds(p99, bounds.p99) ? [`p99 ${bounds.p99} ms`] : []),
    ...(exceeds(-perSecond, bounds.perSecond && -bounds.perSecond)
      ? [`${bounds.perSecond} a second`]
      : []),
    ...(exceeds(cpuMs, bounds.cpuMs) ? [`${bounds.cpuMs} ms of CPU`] : []),
    ...(refused ? ['none refused'] : []),
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
        verdictOf(turn),
      ]
    }),
  )
}

function verdictOf(turn: IsolationTurn): string {
  const { cpuMs, p99, perSecond, ratio } = turn.bounds
  const all = [
    ratio === undefined ? '' : `${ratio} × quiet`,
    p99 === undefined ? '' : `p99 ${p99} ms`,
    perSecond === undefined ? '' : `${perSecond} a second`,
    cpuMs === undefined ? '' : `${cpuMs} ms of CPU`,
    'none refused',
  ].filter((bound) => bound !== '')
  const missed = missedBounds(turn)
  return all
    .map((bound) => `${bound}: ${missed.includes(bound) ? '**missed**' : 'kept'}`)
    .join('; ')
}

/** A number that could not be measured exceeds every bound. */
function exceeds(value: number, bound: number | undefined): boolean {
  return bound !== undefined && !(value <= bound)
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
