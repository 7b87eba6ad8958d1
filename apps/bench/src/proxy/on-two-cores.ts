import { cores, pinnedTo } from '../processes/cores.ts'
import { UsageError } from '../usage-error.ts'
import { type Backend, targets } from './backend.ts'
import type { Peer } from './peer.ts'
import { inRounds, type Rounds } from './rounds.ts'
import { type ProxyAmounts, type ThroughputTurn, takeTurn } from './throughput.ts'

/** A core, and both. */
export const coresOf = {
  one: String(cores.measured),
  two: `${cores.measured},${cores.others}`,
} as const

/** A peer with its cores. */
export interface PinnedPeer extends Peer {
  /** An access token that it accepts. */
  readonly token: string
  /** Of the peer, and of the load and the backend in its turns. */
  readonly core: string
}

/** @throws {UsageError} if there is only one core. */
export function requireTwoCores(): void {
  if (cores.measured === cores.others) throw new UsageError('two of them need two cores')
}

/**
 * Measures peers that have one core and peers that have two. Each core brings its share of the load and of the backend, so
 * that two cores show the effect of the second one.
 */
export async function measureOnCores(
  peers: readonly PinnedPeer[],
  backend: Backend,
  { rounds, seconds, warmUp, connections }: ProxyAmounts,
): Promise<Rounds<ThroughputTurn>> {
  const take = (length: number) => (peer: PinnedPeer) => {
    const { core, token } = peer
    for (const each of [backend, peer]) pinnedTo(core, each)
    return takeTurn(peer, { target: targets.small, token, connections, core, seconds: length })
  }
  if (warmUp > 0) await inRounds(peers, 1, take(warmUp))
  return inRounds(peers, rounds, take(seconds))
}
