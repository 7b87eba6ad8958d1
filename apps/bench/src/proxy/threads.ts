import { randomBytes } from 'node:crypto'
import { startBackend } from './backend.ts'
import { checkPeer } from './check-peer.ts'
import { coresOf, measureOnCores, type PinnedPeer, requireTwoCores } from './on-two-cores.ts'
import { startEdgePeer } from './peers/edge.ts'
import { startGatehousePeer } from './peers/gatehouse.ts'
import type { Rounds } from './rounds.ts'
import type { ProxyAmounts, ThroughputTurn } from './throughput.ts'

/** By the number of threads. */
const places = [
  { threads: 1, name: 'Edge, one thread', core: coresOf.one },
  { threads: 2, name: 'Edge, two threads', core: coresOf.two },
] as const

/** Measures an edge with one thread and with two. @throws {UsageError} if there is only one core. */
export async function measureThreads(amounts: ProxyAmounts): Promise<Rounds<ThroughputTurn>> {
  requireTwoCores()
  const backend = await startBackend()
  const secret = randomBytes(32).toString('base64url')
  const gatehouse = await startGatehousePeer({ backend: backend.port, secret })
  const started: PinnedPeer[] = []
  try {
    const { port: gateway, token } = gatehouse
    const peerOptions = { backend: backend.port, secret, gateway, token }
    for (const { threads, name, core } of places) {
      const peer = await startEdgePeer(peerOptions, threads)
      started.push({ ...peer, name, token, core })
      await checkPeer(peer, token)
    }
    return await measureOnCores(started, backend, amounts)
  } finally {
    for (const { stop } of started) await stop()
    await gatehouse.stop()
    await backend.stop()
  }
}
