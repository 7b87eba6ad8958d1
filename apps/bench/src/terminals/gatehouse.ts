import { startGatehouse } from '../processes/gatehouse.ts'
import type { TerminalPeer } from './peer.ts'

const noLimit = '100000'

/** A gateway without limits for terminals. */
export async function startGatehousePeer(backend: number): Promise<TerminalPeer> {
  const { pid, port, token, stop } = await startGatehouse(backend, {
    MAX_CONNECTIONS: noLimit,
    TERMINAL_MAX_PER_USER: noLimit,
    TERMINAL_MAX_PER_TENANT: noLimit,
    TERMINAL_MAX_PER_NETWORK: noLimit,
  })
  const target = `/api/terminal/agent-7/ws?token=${token}`
  return { name: 'Gatehouse', pid, port, target, stop }
}
