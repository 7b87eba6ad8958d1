import { startGatehouse } from '../processes/gatehouse.ts'
import type { Peer } from './peer.ts'

const plenty = '100000'

/** The gateway with its caps lifted. @param more Other settings. */
export async function startGatehousePeer(
  backend: number,
  more: Readonly<Record<string, string>> = {},
): Promise<Peer> {
  const { pid, port, token, stop } = await startGatehouse(backend, {
    MAX_CONNECTIONS: plenty,
    TERMINAL_MAX_PER_USER: plenty,
    TERMINAL_MAX_PER_NETWORK: plenty,
    ...more,
  })
  const target = `/api/terminal/agent-7/ws?token=${token}`
  return { name: 'Gatehouse', pid, port, target, stop }
}
