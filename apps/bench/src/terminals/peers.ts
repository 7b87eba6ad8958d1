import { cores } from '../processes/cores.ts'
import { startGatehousePeer } from './gatehouse.ts'
import { startNginxPeer } from './nginx.ts'
import type { Peer } from './peer.ts'
import { startOwn } from './programs.ts'

/** By the short names of the command line. */
export const peers: Readonly<Record<string, (backend: number) => Promise<Peer>>> = {
  nginx: (backend) => startNginxPeer(backend),
  gatehouse: (backend) => startGatehousePeer(backend),
  'gatehouse-small-young': (backend) => startSmallYoung(backend),
  splice: (backend) => startPlain('raw-splice', 'raw splice', backend),
  bridge: (backend) => startPlain('plain-bridge', 'plain ws bridge', backend),
}

/** As for an operator with many idle terminals. */
async function startSmallYoung(backend: number): Promise<Peer> {
  const peer = await startGatehousePeer(backend, { NODE_OPTIONS: '--max-semi-space-size=4' })
  return { ...peer, name: 'Gatehouse, `--max-semi-space-size=4`' }
}

async function startPlain(program: string, name: string, backend: number): Promise<Peer> {
  const { pid, next, stop } = startOwn(program, cores.measured, [String(backend)])
  const { port = 0 } = await next()
  return { name, pid, port, target: '/', stop }
}

/** The echoing backend that all of them share. */
export async function startBackend(): Promise<{ readonly port: number; stop(): Promise<void> }> {
  const { next, stop } = startOwn('echo-backend', cores.others, [])
  const { port = 0 } = await next()
  return { port, stop }
}
