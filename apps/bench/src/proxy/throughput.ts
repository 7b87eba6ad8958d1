import { cpuMicroseconds, residentKib } from '../processes/usage.ts'
import { largeBytes, targets } from './backend.ts'
import type { Peer } from './peer.ts'
import type { ProxyEnvironment } from './proxy-environment.ts'
import { inRounds, type Rounds } from './rounds.ts'
import { makeLoad, type WrkLoad } from './wrk.ts'

/** Requests as fast as a peer takes them. */
export type ThroughputKind = 'small' | 'down' | 'up'

/** The size of the measurement: counts, and durations in seconds. */
export interface ProxyAmounts {
  readonly rounds: number
  /** The length of each turn; whole seconds. */
  readonly seconds: number
  /** Seconds of a turn of each peer that is not counted, for compilers to be done. */
  readonly warmUp: number
  /**
   * Seconds before each turn that are not counted: while a peer waits, the caches lose its data, unlike in a
   * busy proxy.
   */
  readonly leadIn: number
  /** How many connections have a request under way at any time. */
  readonly connections: number
}

/** What a peer took in one turn. */
export interface ThroughputTurn {
  readonly perSecond: number
  /** CPU time of a request, the system's part included. */
  readonly microseconds: number
  /** The share of the turn in which it was at work; 1 is a whole core. */
  readonly busy: number
  /** Memory of the peer at the end of the turn. */
  readonly mib: number
}

/** The number of connections for large bodies: a few saturate the network. */
export const connectionsOfLarge = 8

/** Measures all peers in turns. */
export async function measureThroughput(
  kind: ThroughputKind,
  environment: Pick<ProxyEnvironment, 'peers' | 'gatehouse'>,
  { rounds, seconds, warmUp, leadIn, connections }: ProxyAmounts,
): Promise<Rounds<ThroughputTurn>> {
  const load = {
    target: targets[kind],
    token: environment.gatehouse.token,
    connections: kind === 'small' ? connections : connectionsOfLarge,
    ...(kind === 'up' && { bodyBytes: largeBytes }),
  }
  const warm = (length: number) => async (peer: Peer) => {
    if (length > 0) await makeLoad({ ...load, port: peer.port, seconds: length })
  }
  await inRounds(environment.peers, 1, warm(warmUp))
  return inRounds(environment.peers, rounds, async (peer) => {
    await warm(leadIn)(peer)
    return takeTurn(peer, { ...load, seconds })
  })
}

/** One load, and what it took of a peer. */
export async function takeTurn(
  { pid, port }: Peer,
  load: Omit<WrkLoad, 'port'>,
): Promise<ThroughputTurn> {
  const before = cpuMicroseconds(pid)
  const begun = performance.now()
  const { requests, microseconds } = await makeLoad({ ...load, port })
  const used = cpuMicroseconds(pid) - before
  return {
    perSecond: (requests / microseconds) * 1e6,
    microseconds: used / requests,
    busy: used / (performance.now() - begun) / 1000,
    mib: residentKib(pid) / 1024,
  }
}
