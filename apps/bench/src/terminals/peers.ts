import { cores } from '../processes/cores.ts'
import { startGatehousePeer } from './gatehouse.ts'
import { startNginxPeer } from './nginx.ts'
import type { TerminalPeer } from './peer.ts'
import { startTerminalProgram } from './start-terminal-program.ts'

/** What starts each peer, by the short names of the command line. */
export const peers: Readonly<Record<string, (backend: number) => Promise<TerminalPeer>>> = {
  nginx: (backend) => startNginxPeer(backend),
  gatehouse: (backend) => startGatehousePeer(backend),
  splice: (backend) => startPlain('raw-splice', 'raw splice', backend),
  bridge: (backend) => startPlain('plain-bridge', 'plain ws bridge', backend),
}

async function startPlain(program: string, name: string, backend: number): Promise<TerminalPeer> {
  const { pid, next, stop } = startTerminalProgram(program, cores.measured, [String(backend)])
  const { port = 0 } = await next()
  return { name, pid, port, target: '/', stop }
}

/** Starts the echoing backend, which all of them share. */
export async function startBackend(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const { next, stop } = startTerminalProgram('echo-backend', cores.others, [])
  const { port = 0 } = await next()
  return { port, stop }
}
