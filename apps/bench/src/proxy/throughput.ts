import { cpuMicroseconds, residentKib } from '../processes/usage.ts'
import { largeBytes, targets } from './backend.ts'
import type { Peer } from './peer.ts'
import type { ProxyEnvironment } from './proxy-environment.ts'
import { inRounds, type Rounds } from './rounds.ts'
import { type Load, makeLoad } from './wrk.ts'

/** Requests as fast as a peer takes them. */
export type Kind = 'small' | 'down' | 'up'

/** How much is measured. */
export interface Amounts {
  readonly rounds: number
  /** Of each turn; whole ones. */
  readonly seconds: number
  /** Seconds of a turn of each peer that is not counted, for compilers to be done. */
  readonly warmUp: number
  /**
   * Seconds before each turn that are not counted either: who has waited for a while has lost what
   * compilers and caches had for it, which a proxy with work to do has not.
   */
  readonly leadIn: number
  /** That have a request under way at any time. */
  readonly connections: number
}

/** What a peer took in one turn. */
export interface Turn {
  readonly perSecond: number
  /** CPU time of a request, the system's part included. */
  readonly microseconds: number
  /** The share of the turn in which it was at work; 1 is a whole core. */
  readonly busy: number
  /** Memory of the peer at the end of the turn. */
  readonly mib: number
}

/** For large bodies, which fill the wire with few. */
export const connectionsOfLarge = 8

/** All peers in turns. */
export async function measureThroughput(
  kind: Kind,
  environment: Pick<ProxyEnvironment, 'peers' | 'gatehouse'>,
  { rounds, seconds, warmUp, leadIn, connections }: Amounts,
): Promise<Rounds<Turn>> {
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
export async function takeTurn({ pid, port }: Peer, load: Omit<Load, 'port'>): Promise<Turn> {
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
