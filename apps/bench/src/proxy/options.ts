import { parseArgs } from 'node:util'
import { UsageError } from '../usage-error.ts'
import { type PeerName, peers } from './peers.ts'
import type { Amounts } from './throughput.ts'

const parts = ['small', 'down', 'up', 'latency', 'memory', 'workers'] as const

export type Part = (typeof parts)[number]

/** What takes a few minutes. */
const usual: readonly Part[] = ['small', 'down', 'up', 'latency']

/** What to measure. */
export interface ProxyOptions {
  readonly parts: readonly Part[]
  /** Those to compare with. */
  readonly peers: readonly PeerName[]
  readonly amounts: Amounts
  /** Of the part `memory`. */
  readonly requests: number
}

/**
 * @throws {UsageError} for a value that an option cannot have.
 * @throws {TypeError} of Node's own for what is no option.
 */
export function readOptions(parameters: readonly string[]): ProxyOptions {
  const values = parsed(parameters)
  return {
    parts: someOf(parts, values.only ?? usual.join(','), '--only'),
    peers: someOf(Object.keys(peers) as PeerName[], values.peers, '--peers'),
    amounts: {
      rounds: whole(values.rounds, '--rounds'),
      seconds: whole(values.seconds, '--seconds'),
      warmUp: whole(values['warm-up'], '--warm-up', 0),
      connections: whole(values.connections, '--connections'),
    },
    requests: whole(values.requests, '--requests'),
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
      'warm-up': text('4'),
      connections: text('32'),
      requests: text('10000000'),
    },
  }).values
}

function someOf<Name extends string>(
  known: readonly Name[],
  text: string,
  option: string,
): readonly Name[] {
  const names = text.split(',').filter((name) => name !== '')
  const unknown = names.filter((name) => !known.some((each) => each === name))
  if (unknown.length > 0) {
    throw new UsageError(`${option} takes ${known.join(', ')}; not ${unknown.join(', ')}`)
  }
  return known.filter((name) => names.includes(name))
}

function whole(text: string, option: string, least = 1): number {
  const value = Number(text)
  if (/^\d+$/.test(text) && value >= least) return value
  throw new UsageError(`${option} takes a whole number of at least ${least}; not ${text}`)
}
