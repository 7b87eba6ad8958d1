import { randomBytes } from 'node:crypto'
import { cores, pinnedTo } from '../processes/cores.ts'
import { UsageError } from '../usage-error.ts'
import { type Backend, startBackend, targets } from './backend.ts'
import { checkPeer } from './check-peer.ts'
import { type GatehousePeer, startGatehousePeer } from './peers/gatehouse.ts'
import { inRounds, type Rounds } from './rounds.ts'
import { type ProxyAmounts, type ThroughputTurn, takeTurn } from './throughput.ts'

/** By the number of workers. */
const places = [
  { workers: '1', name: 'Gatehouse, one worker', core: String(cores.measured) },
  { workers: '2', name: 'Gatehouse, two workers', core: `${cores.measured},${cores.others}` },
] as const

/**
 * Measures Gatehouse with one worker and with two. Each worker has a core with its share of the load and of
 * the backend, so that two cores show the effect of a second worker.
 *
 * @throws {UsageError} if there is only one core.
 */
export async function measureWorkers(amounts: ProxyAmounts): Promise<Rounds<ThroughputTurn>> {
  if (cores.measured === cores.others) throw new UsageError('two workers need two cores')
  const backend = await startBackend()
  const started: PinnedPeer[] = []
  try {
    const peerOptions = { backend: backend.port, secret: randomBytes(32).toString('base64url') }
    for (const { workers, name, core } of places) {
      const peer = await startGatehousePeer(peerOptions, { WORKERS: workers })
      started.push({ ...peer, name, core })
      await checkPeer(peer, peer.token)
    }
    return await inTurns(backend, started, amounts)
  } finally {
    for (const { stop } of started) await stop()
    await backend.stop()
  }
}

interface PinnedPeer extends GatehousePeer {
  /** The core of the gateway, and of the load and the backend in its turns. */
  readonly core: string
}

async function inTurns(
  backend: Backend,
  peers: readonly PinnedPeer[],
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
