import { median, medianRatio } from '../median.ts'
import type { LatencyTurn } from './latency.ts'
import { growth, type Sample } from './memory.ts'
import type { Peer } from './peer.ts'
import { microsecondsOf } from './report.ts'
import type { Rounds } from './rounds.ts'
import type { ThroughputKind, ThroughputTurn } from './throughput.ts'

/** A bound that is promised, and whether it is kept. */
export interface BoundCheck {
  readonly isKept: boolean
  /** What was found, and the bound, without a full stop. */
  readonly text: string
}

/** The largest CPU time of a request, as a multiple of each peer's. */
const maxCpu: Readonly<
  Record<ThroughputKind, readonly (readonly [peer: string, ratio: number])[]>
> = {
  small: [
    ['HAProxy', 1.7],
    ['Fastify', 0.5],
    ['Express', 0.2],
  ],
  down: [['HAProxy', 2.5]],
  up: [['HAProxy', 2.5]],
}

/** The largest CPU time of a small request through an edge, as a multiple of HAProxy's doing the same. */
const maxEdgeCpu = 1.1

/** The largest added latency at half load, in milliseconds. */
const maxAddedP99 = { Edge: 2, Gatehouse: 3 } as const

/** The throughput of two workers of a gateway, or threads of an edge, as a multiple of that of one. */
const minTwoRatio = { workers: 1.8, threads: 1.5 } as const

/** The largest growth that counts as flat, because numbers vary between samples. */
const maxGrowth = 1.1

/** Holds CPU time against that of the peers that took part. */
export function checkThroughput(
  kind: ThroughputKind,
  rounds: Rounds<ThroughputTurn>,
): readonly BoundCheck[] {
  const ours = turnsOf('Gatehouse', rounds)
  const edge = kind === 'small' ? checkEdge(rounds) : []
  const kept = maxCpu[kind].flatMap(([name, max]) => {
    const theirs = turnsOf(name, rounds)
    if (theirs === undefined || ours === undefined) return []
    const ratio = medianRatio(microsecondsOf(ours), microsecondsOf(theirs))
    const text = `CPU of a request is ${ratio.toFixed(2)} times that of ${name}; at most ${max}`
    return [{ isKept: ratio <= max, text }]
  })
  return [...kept, ...edge]
}

/** Holds the CPU time of an edge against that of HAProxy, when both took part. */
function checkEdge(rounds: Rounds<ThroughputTurn>): readonly BoundCheck[] {
  const [edge, haproxy] = [turnsOf('Edge', rounds), turnsOf('HAProxy', rounds)]
  if (edge === undefined || haproxy === undefined) return []
  const ratio = medianRatio(microsecondsOf(edge), microsecondsOf(haproxy))
  const text = `CPU of a request through an edge is ${ratio.toFixed(2)} times that of HAProxy; at most ${maxEdgeCpu}`
  return [{ isKept: ratio <= maxEdgeCpu, text }]
}

/** Holds the latency that an edge and Gatehouse add against their bounds. */
export function checkLatency(rounds: Rounds<LatencyTurn>): readonly BoundCheck[] {
  return Object.entries(maxAddedP99).flatMap(([name, max]) => {
    const turns = turnsOf(name, rounds)
    if (turns === undefined) return []
    const added = median(turns.map(({ addedP99 }) => addedP99))
    const text = `p99 of ${name} is ${added.toFixed(2)} ms longer than without; at most ${max}`
    return [{ isKept: added <= max, text }]
  })
}

/** Whether memory stays as it is. */
export function checkMemory(samples: readonly Sample[]): readonly BoundCheck[] {
  return (['resident', 'heap'] as const).map((what) => {
    const ratio = growth(samples, what)
    const subject = what === 'heap' ? 'objects' : 'the process'
    const text = `memory of ${subject} in the second half is ${ratio.toFixed(2)} times that of the first; at most ${maxGrowth}`
    return { isKept: ratio <= maxGrowth, text }
  })
}

/** Holds the throughput of two workers against that of one. */
export function checkWorkers(rounds: Rounds<ThroughputTurn>): readonly BoundCheck[] {
  return checkTwo(rounds, 'workers')
}

/** Holds the throughput of two threads of an edge against that of one. */
export function checkThreads(rounds: Rounds<ThroughputTurn>): readonly BoundCheck[] {
  return checkTwo(rounds, 'threads')
}

function checkTwo(
  rounds: Rounds<ThroughputTurn>,
  what: keyof typeof minTwoRatio,
): readonly BoundCheck[] {
  const [one = [], two = []] = Array.from(rounds.values(), (turns) =>
    turns.map(({ perSecond }) => perSecond),
  )
  const ratio = medianRatio(two, one)
  const text = `two ${what} take ${ratio.toFixed(2)} times the requests of one; at least ${minTwoRatio[what]}`
  return [{ isKept: ratio >= minTwoRatio[what], text }]
}

function turnsOf<T>(name: string, rounds: Rounds<T>): readonly T[] | undefined {
  const [, turns] = Array.from(rounds).find(([peer]) => isCalled(peer, name)) ?? []
  return turns
}

function isCalled(peer: Peer, name: string): boolean {
  return peer.name.startsWith(name)
}
