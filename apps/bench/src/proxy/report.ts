import { median, medianRatio } from '../median.ts'
import { whole } from '../numbers.ts'
import { quantile } from '../quantile.ts'
import { table } from '../table.ts'
import type { LatencyTurn } from './latency.ts'
import type { Peer } from './peer.ts'
import type { Rounds } from './rounds.ts'
import type { ThroughputTurn } from './throughput.ts'

/** The rows of the throughput table, one for each peer. */
export function reportThroughput(rounds: Rounds<ThroughputTurn>): readonly string[] {
  const [[base, theirs] = []] = rounds
  return table(
    [
      'Peer',
      'CPU µs a request',
      `× ${base?.name}`,
      'Best round, µs',
      'Requests a second',
      'Share of its core',
      'MiB',
    ],
    Array.from(rounds, ([peer, turns]) => [
      nameOf(peer),
      round(median(turns.map(({ microseconds }) => microseconds))),
      medianRatio(microsecondsOf(turns), microsecondsOf(theirs ?? [])).toFixed(2),
      round(quantile(microsecondsOf(turns), 0)),
      whole(median(turns.map(({ perSecond }) => perSecond))),
      `${Math.round(median(turns.map(({ busy }) => busy)) * 100)} %`,
      round(turns.at(-1)?.mib ?? Number.NaN, 0),
    ]),
  )
}

/** The rows of the latency table, one for each peer. */
export function reportLatency(rounds: Rounds<LatencyTurn>): readonly string[] {
  return table(
    ['Peer', 'Requests a second', 'p50, ms', 'p99, ms', 'Added p50, ms', 'Added p99, ms'],
    Array.from(rounds, ([peer, turns]) => {
      const of = (what: keyof LatencyTurn) => median(turns.map((turn) => turn[what]))
      return [
        nameOf(peer),
        whole(of('perSecond')),
        of('p50').toFixed(2),
        of('p99').toFixed(2),
        of('addedP50').toFixed(2),
        of('addedP99').toFixed(2),
      ]
    }),
  )
}

/** One row for each number of workers. */
export function reportWorkers(rounds: Rounds<ThroughputTurn>): readonly string[] {
  const [[, one = []] = []] = rounds
  const ratio = (turns: readonly ThroughputTurn[], what: keyof ThroughputTurn) =>
    medianRatio(
      turns.map((turn) => turn[what]),
      one.map((turn) => turn[what]),
    ).toFixed(2)
  return table(
    ['Peer', 'Requests a second', '× one', 'CPU µs a request', '× one', 'Cores used', 'MiB'],
    Array.from(rounds, ([peer, turns]) => [
      nameOf(peer),
      whole(median(turns.map(({ perSecond }) => perSecond))),
      ratio(turns, 'perSecond'),
      round(median(microsecondsOf(turns))),
      ratio(turns, 'microseconds'),
      median(turns.map(({ busy }) => busy)).toFixed(2),
      round(turns.at(-1)?.mib ?? Number.NaN, 0),
    ]),
  )
}

/** CPU time of a request, round by round. */
export function microsecondsOf(turns: readonly ThroughputTurn[]): readonly number[] {
  return turns.map(({ microseconds }) => microseconds)
}

function nameOf({ name }: Peer): string {
  return name.startsWith('Gatehouse') ? `**${name}**` : name
}

/** Rounds a number; one decimal place below 100, none above. */
function round(value: number, digits = value < 100 ? 1 : 0): string {
  return digits === 0 ? whole(value) : value.toFixed(digits)
}
