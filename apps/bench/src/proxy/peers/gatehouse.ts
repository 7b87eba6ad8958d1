import { startGatehouse } from '../../processes/gatehouse.ts'
import type { Peer, PeerOptions } from '../peer.ts'

/** A gateway as a peer, with a token of a person who has signed in. */
export interface GatehousePeer extends Peer {
  /** An access token, which all peers accept. */
  readonly token: string
  /** What its metrics say (Prometheus' text format). */
  readMetrics(): Promise<string>
  /** Empties its log. */
  emptyLog(): Promise<void>
}

/** All of the load comes from one account in one network. */
const oneAccount = {
  BACKEND_MAX_CONNECTIONS: '1000',
  BACKEND_MAX_PER_USER: '1000',
  BACKEND_MAX_PER_TENANT: '1000',
  BACKEND_MAX_PER_NETWORK: '1000',
}

/** Starts a gateway. @param settings Besides those that are shipped. */
export async function startGatehousePeer(
  { backend, secret }: PeerOptions,
  settings: Readonly<Record<string, string>> = {},
): Promise<GatehousePeer> {
  const own = { JWT_SECRET: secret, ...oneAccount, ...settings }
  const gatehouse = await startGatehouse(backend, own)
  return { ...gatehouse, name: 'Gatehouse', work: 'full' }
}
