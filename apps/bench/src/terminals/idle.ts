import { setTimeout as sleep } from 'node:timers/promises'
import { cores } from '../processes/cores.ts'
import { residentKib } from '../processes/usage.ts'
import type { TerminalPeer } from './peer.ts'
import { startTerminalProgram } from './start-terminal-program.ts'

/** What idle terminals take of a peer. */
export interface IdleResult {
  readonly name: string
  readonly terminals: number
  /** Of the process, before any terminal was opened, in MiB. */
  readonly freshMib: number
  /** With all of them open, in MiB. */
  readonly openMib: number
  /** The additional memory for each open terminal, compared with after the warm-up. */
  readonly kibEach: number
}

/** The number of terminals for the warm-up, so that code is compiled and buffers are allocated. */
const warmUp = 500
const settleMs = 10_000

/** Opens so many terminals through a new peer. */
export async function measureIdle(peer: TerminalPeer, terminals: number): Promise<IdleResult> {
  const fresh = residentKib(peer.pid)
  const first = await open(peer, Math.min(warmUp, terminals))
  await first.stop()
  await sleep(settleMs)
  const before = residentKib(peer.pid)
  const clients = await open(peer, terminals)
  await sleep(settleMs)
  const after = residentKib(peer.pid)
  await clients.stop()
  return {
    name: peer.name,
    terminals,
    freshMib: fresh / 1024,
    openMib: after / 1024,
    kibEach: (after - before) / terminals,
  }
}

async function open({ port, target }: TerminalPeer, count: number) {
  const parameters = ['idle', String(port), target, String(count)]
  const clients = startTerminalProgram('clients', cores.others, parameters)
  await clients.next()
  return clients
}
