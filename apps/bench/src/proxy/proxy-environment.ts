import { randomBytes } from 'node:crypto'
import { startBackend } from './backend.ts'
import { checkPeer } from './check-peer.ts'
import type { Peer } from './peer.ts'
import { type GatehousePeer, startGatehousePeer } from './peers/gatehouse.ts'
import { type PeerName, peers } from './peers.ts'

/** The backend, and the peers that take requests for it; each has been checked. */
export interface ProxyEnvironment {
  readonly backend: number
  /** In the order of their turns, Gatehouse last. */
  readonly peers: readonly Peer[]
  readonly gatehouse: GatehousePeer
  /** Ends all of them. */
  stop(): Promise<void>
}

/**
 * Starts the backend, Gatehouse and other peers.
 *
 * @param names The other peers.
 * @param settings Settings of Gatehouse, besides those that are shipped.
 * @throws {Error} When one does not start, or does not do what it is measured for.
 */
export async function openProxyEnvironment(
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
    const peerOptions = { backend: backend.port, secret: randomBytes(32).toString('base64url') }
    const gatehouse = await startGatehousePeer(peerOptions, settings)
    stops.push(gatehouse.stop)
    const { port: gateway, token } = gatehouse
    const others: Peer[] = []
    for (const name of names) {
      const peer = await peers[name]({ ...peerOptions, gateway, token })
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
