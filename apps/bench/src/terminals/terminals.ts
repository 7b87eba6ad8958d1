import { parseArgs } from 'node:util'
import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { openFilesLimit } from '../processes/usage.ts'
import { type EchoAmounts, measureEcho } from './echo.ts'
import { type IdleResult, measureIdle } from './idle.ts'
import type { TerminalPeer } from './peer.ts'
import { peers, startBackend } from './peers.ts'
import { reportEcho, reportIdle } from './report.ts'

/** The promised limits: CPU time of an echo as a multiple of nginx's, and KiB of an idle terminal. */
const max = { echoRatio: 1.6, idleKib: 16 }

/** A process has two sockets for each terminal, and some other files. */
const otherFiles = 200

/** What terminals cost: CPU for each message, and memory while nothing is said. */
export const terminals: Benchmark = {
  summary:
    '[--rounds 7] [--seconds 3] [--connections 32] [--idle 10000] [--part echo,idle]: what terminals cost (Linux; nginx, taskset)',

  async run(parameters, say) {
    const { parts, idle, amounts } = read(parameters)
    requirePrograms(['nginx', 'taskset'])
    say(describeMachine())
    const isWithinEcho = !parts.includes('echo') || (await echo(amounts, say))
    const isWithinIdle = !parts.includes('idle') || (await idleOnes(idle, say))
    return isWithinEcho && isWithinIdle
  },
}

async function echo(amounts: EchoAmounts, say: Say): Promise<boolean> {
  const { rounds, seconds, connections } = amounts
  say(`echo of 64 bytes: ${connections} connections, ${rounds} rounds of ${seconds} s, medians`)
  const results = await withPeers(['nginx', 'splice', 'bridge', 'gatehouse'], (started) =>
    measureEcho(started, amounts),
  )
  for (const line of reportEcho(results)) say(line)
  const { ratio = Number.NaN } = results.at(-1) ?? {}
  const isWithin = ratio <= max.echoRatio
  say(`Gatehouse is ${isWithin ? '' : 'not '}within ${max.echoRatio} times nginx`)
  return isWithin
}

async function idleOnes(wanted: number, say: Say): Promise<boolean> {
  const possible = Math.floor((openFilesLimit() - otherFiles) / 2)
  if (possible < wanted) {
    say(`only ${possible} of ${wanted} terminals: more need "ulimit -n ${2 * wanted + otherFiles}"`)
  }
  const results: IdleResult[] = []
  for (const name of ['nginx', 'bridge', 'gatehouse']) {
    const count = Math.min(wanted, possible)
    results.push(...(await withPeers([name], async ([peer]) => measured(peer, count))))
  }
  for (const line of reportIdle(results)) say(line)
  const ours = results.find(({ name }) => name === 'Gatehouse')
  const kibEach = ours?.kibEach ?? Number.NaN
  const isWithin = kibEach <= max.idleKib
  say(`Gatehouse is ${isWithin ? '' : 'not '}within ${max.idleKib} KiB a terminal`)
  return isWithin
}

async function measured(
  peer: TerminalPeer | undefined,
  count: number,
): Promise<readonly IdleResult[]> {
  return peer ? [await measureIdle(peer, count)] : []
}

async function withPeers<Result>(
  names: readonly string[],
  work: (started: readonly TerminalPeer[]) => Promise<Result>,
): Promise<Result> {
  const backend = await startBackend()
  const started: TerminalPeer[] = []
  try {
    for (const name of names) {
      const peer = await peers[name]?.(backend.port)
      if (peer) started.push(peer)
    }
    return await work(started)
  } finally {
    for (const peer of started) await peer.stop()
    await backend.stop()
  }
}

function read(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      rounds: { type: 'string', default: '7' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '32' },
      idle: { type: 'string', default: '10000' },
      part: { type: 'string', default: 'echo,idle' },
    },
  })
  const { rounds, seconds, connections } = values
  const amounts = {
    rounds: wholeOf(rounds, '--rounds'),
    seconds: secondsOf(seconds, '--seconds'),
    connections: wholeOf(connections, '--connections'),
  }
  const parts = someOf(['echo', 'idle'], values.part, '--part')
  return { parts, idle: wholeOf(values.idle, '--idle'), amounts }
}
