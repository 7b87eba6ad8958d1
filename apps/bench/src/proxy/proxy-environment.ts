import { randomBytes } from 'node:crypto'
import { startBackend } from './backend.ts'
import { checkPeer } from './check-peer.ts'
import type { Peer } from './peer.ts'
import { type GatehousePeer, startGatehousePeer } from './peers/gatehouse.ts'
import { type PeerName, peers } from './peers.ts'

/** The backend, and those who take requests for it; each has been checked. */
export interface ProxyEnvironment {
  readonly backend: number
  /** In the order of their turns, Gatehouse last. */
  readonly peers: readonly Peer[]
  readonly gatehouse: GatehousePeer
  stop(): Promise<void>
}

/**
 * @param names Those to compare with.
 * @param settings Of Gatehouse, other than those that are shipped.
 */
export async function openTestEnvironment(
  names: readonly PeerName[],
  settings: Readonly<Record<string, string>> = {},
): Promise<ProxyEnvironment> {
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const each of stops.toReversed()) await each()
  }
  try {
    const backend = await startBackend()
    stops.push(backend.stop)
    const environment = { backend: backend.port, secret: randomBytes(32).toString('base64url') }
    const gatehouse = await startGatehousePeer(environment, settings)
    stops.push(gatehouse.stop)
    const others: Peer[] = []
    for (const name of names) {
      const peer = await peers[name](environment)
      stops.push(peer.stop)
      others.push(peer)
    }
    const all = [...others, gatehouse]
    for (const peer of all) await checkPeer(peer, gatehouse.token)
    return { backend: backend.port, peers: all, gatehouse, stop }
  } catch (error) {
    await stop()
    throw error
  }
}
