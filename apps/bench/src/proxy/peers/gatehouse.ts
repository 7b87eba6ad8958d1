import { startGatehouse } from '../../processes/gatehouse.ts'
import type { Peer, Site } from '../peer.ts'

/** A gateway, as a peer, and with a token of somebody who signed up and in. */
export interface GatehousePeer extends Peer {
  /** Which all peers take. */
  readonly token: string
  /** What its metrics say (Prometheus' text format). */
  readMetrics(): Promise<string>
  emptyLog(): Promise<void>
}

/** @param settings Other than those that are shipped. */
export async function startGatehousePeer(
  { backend, secret }: Site,
  settings: Readonly<Record<string, string>> = {},
): Promise<GatehousePeer> {
  const gatehouse = await startGatehouse(backend, { JWT_SECRET: secret, ...settings })
  return { ...gatehouse, name: 'Gatehouse', work: 'full' }
}
