import { targets } from './backend.ts'
import type { Peer } from './peer.ts'
import type { ProxyEnvironment } from './proxy-environment.ts'
import { inRounds, type Rounds } from './rounds.ts'
import type { ProxyAmounts } from './throughput.ts'
import { makeLoad } from './wrk.ts'

/** What a peer took in one turn; latencies in milliseconds. */
export interface LatencyTurn {
  /** Requests a second that it got: about half of the most that it can take. */
  readonly perSecond: number
  readonly p50: number
  readonly p99: number
  /** The latency minus that of the same load on the backend without a peer. */
  readonly addedP50: number
  readonly addedP99: number
}

/** Milliseconds: long compared with an answer, so that a slow answer delays few requests. */
const pauseMs = 20

/**
 * Measures all peers in turns, each at half of what it took just before. The load has a rate, as
 * that of many people has: many connections, each with a pause of random length before each
 * request.
 */
export async function measureLatency(
  { peers, gatehouse: { token }, backend }: ProxyEnvironment,
  { rounds, seconds, warmUp, connections }: ProxyAmounts,
): Promise<Rounds<LatencyTurn>> {
  const load = { target: targets.small, token, connections, seconds }
  const take = async ({ port }: Peer) => {
    const most = perSecond(await makeLoad({ ...load, port }))
    const paced = { ...load, pauseMs, connections: connectionsFor(most / 2) }
    const through = await makeLoad({ ...paced, port })
    const direct = await makeLoad({ ...paced, port: backend })
    return {
      perSecond: perSecond(through),
      p50: through.p50 / 1000,
      p99: through.p99 / 1000,
      addedP50: (through.p50 - direct.p50) / 1000,
      addedP99: (through.p99 - direct.p99) / 1000,
    }
  }
  if (warmUp > 0) {
    await inRounds(peers, 1, ({ port }) => makeLoad({ ...load, port, seconds: warmUp }))
  }
  return inRounds(peers, rounds, take)
}

/** How many connections make so many requests a second, if each pauses for {@link pauseMs}. */
export function connectionsFor(rate: number): number {
  return Math.max(1, Math.round((rate * pauseMs) / 1000))
}

function perSecond({ requests, microseconds }: { requests: number; microseconds: number }): number {
  return (requests / microseconds) * 1e6
}
