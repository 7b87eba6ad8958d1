import { parseArgs } from 'node:util'
import { someOf, wholeOf } from '../option-values.ts'
import { type PeerName, peers } from './peers.ts'
import type { ProxyAmounts } from './throughput.ts'

const parts = ['small', 'down', 'up', 'latency', 'memory', 'workers', 'threads'] as const

/** A part of the benchmark, by its name on the command line. */
export type Part = (typeof parts)[number]

/** The parts that take a few minutes. */
const defaultParts: readonly Part[] = ['small', 'down', 'up', 'latency']

/** What to measure. */
export interface ProxyOptions {
  readonly parts: readonly Part[]
  /** The peers to compare with. */
  readonly peers: readonly PeerName[]
  readonly amounts: ProxyAmounts
  /** How many the part `memory` sends. */
  readonly requests: number
}

/**
 * Reads the options of the benchmark.
 *
 * @throws {UsageError} for a value that an option cannot have.
 * @throws {TypeError} of Node's own for what is no option.
 */
export function readOptions(parameters: readonly string[]): ProxyOptions {
  const values = parsed(parameters)
  return {
    parts: someOf(parts, values.only ?? defaultParts.join(','), '--only'),
    peers: someOf(Object.keys(peers) as PeerName[], values.peers, '--peers'),
    amounts: {
      rounds: wholeOf(values.rounds, '--rounds'),
      seconds: wholeOf(values.seconds, '--seconds'),
      warmUp: wholeOf(values['warm-up'], '--warm-up', 0),
      leadIn: wholeOf(values['lead-in'], '--lead-in', 0),
      connections: wholeOf(values.connections, '--connections'),
    },
    requests: wholeOf(values.requests, '--requests'),
  }
}

function parsed(parameters: readonly string[]) {
  const text = (byDefault: string) => ({ type: 'string', default: byDefault }) as const
  return parseArgs({
    args: [...parameters],
    options: {
      only: { type: 'string' },
      peers: text(Object.keys(peers).join(',')),
      rounds: text('7'),
      seconds: text('3'),
      'warm-up': text('15'),
      'lead-in': text('2'),
      connections: text('32'),
      requests: text('10000000'),
    },
  }).values
}
