import { setTimeout as sleep } from 'node:timers/promises'
import { median } from '../median.ts'
import { cores } from '../processes/cores.ts'
import { cpuMicroseconds } from '../processes/usage.ts'
import { quantile } from '../quantile.ts'
import type { TerminalPeer } from './peer.ts'
import { startTerminalProgram } from './start-terminal-program.ts'

/** The size of the measurement: counts, and durations in seconds. */
export interface EchoAmounts {
  /** In each round every peer has its turn. */
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

/** What one peer needs for one message and its echo, and how many it passed on. */
interface EchoTurn {
  readonly microseconds: number
  readonly perSecond: number
}

/** Medians over the rounds. */
export interface EchoResult extends EchoTurn {
  readonly name: string
  /** CPU time of its best round, with the least disturbance by the machine. */
  readonly lowest: number
  /** Of CPU time, to the first peer, taken round by round. */
  readonly ratio: number
}

/** Time for compilers to be done, in seconds of the first round, and of each later one. */
const warmUpSeconds = { first: 4, later: 0.5 }

/** Sends messages of 64 bytes there and back. The first round does not count. */
export async function measureEcho(
  peers: readonly TerminalPeer[],
  { rounds, seconds, connections }: EchoAmounts,
): Promise<readonly EchoResult[]> {
  const turns = new Map<TerminalPeer, EchoTurn[]>(peers.map((peer) => [peer, []]))
  for (const peer of peers) await takeTurn(peer, { connections, seconds: warmUpSeconds.first })
  for (let round = 0; round < rounds; round += 1) {
    for (const [peer, taken] of turns) taken.push(await takeTurn(peer, { connections, seconds }))
  }
  const [base = []] = turns.values()
  return Array.from(turns, ([{ name }, taken]) => ({
    name,
    microseconds: median(taken.map(({ microseconds }) => microseconds)),
    lowest: quantile(
      taken.map(({ microseconds }) => microseconds),
      0,
    ),
    perSecond: median(taken.map(({ perSecond }) => perSecond)),
    ratio: median(
      taken.map(({ microseconds }, round) => microseconds / (base[round]?.microseconds ?? 0)),
    ),
  }))
}

async function takeTurn(
  { pid, port, target }: TerminalPeer,
  { connections, seconds }: Omit<EchoAmounts, 'rounds'>,
): Promise<EchoTurn> {
  const parameters = ['echo', String(port), target, String(connections)]
  const clients = startTerminalProgram('clients', cores.others, parameters)
  const echoes = async () => {
    clients.child.send('how many')
    return (await clients.next()).echoes ?? 0
  }
  await clients.next()
  await sleep(warmUpSeconds.later * 1000)
  const [cpuBefore, before, begun] = [cpuMicroseconds(pid), await echoes(), performance.now()]
  await sleep(seconds * 1000)
  const [cpuAfter, after, ended] = [cpuMicroseconds(pid), await echoes(), performance.now()]
  await clients.stop()
  return {
    microseconds: (cpuAfter - cpuBefore) / (after - before),
    perSecond: ((after - before) / (ended - begun)) * 1000,
  }
}
