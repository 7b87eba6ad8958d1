import { randomBytes } from 'node:crypto'
import { startBackend } from './backend.ts'
import { checkPeer } from './check-peer.ts'
import { coresOf, measureOnCores, type PinnedPeer, requireTwoCores } from './on-two-cores.ts'
import { startGatehousePeer } from './peers/gatehouse.ts'
import type { Rounds } from './rounds.ts'
import type { ProxyAmounts, ThroughputTurn } from './throughput.ts'

/** By the number of workers. */
const places = [
  { workers: '1', name: 'Gatehouse, one worker', core: coresOf.one },
  { workers: '2', name: 'Gatehouse, two workers', core: coresOf.two },
] as const

/** Measures Gatehouse with one worker and with two. @throws {UsageError} if there is only one core. */
export async function measureWorkers(amounts: ProxyAmounts): Promise<Rounds<ThroughputTurn>> {
  requireTwoCores()
  const backend = await startBackend()
  const started: PinnedPeer[] = []
  try {
    const peerOptions = { backend: backend.port, secret: randomBytes(32).toString('base64url') }
    for (const { workers, name, core } of places) {
      const peer = await startGatehousePeer(peerOptions, { WORKERS: workers })
      started.push({ ...peer, name, core })
      await checkPeer(peer, peer.token)
    }
    return await measureOnCores(started, backend, amounts)
  } finally {
    for (const { stop } of started) await stop()
    await backend.stop()
  }
}
