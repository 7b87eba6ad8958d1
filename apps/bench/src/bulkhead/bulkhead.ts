import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Benchmark, Say } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { cores, pinnedTo } from '../processes/cores.ts'
import { type Gatehouse, signUpAndIn, startGatehouse } from '../processes/gatehouse.ts'
import { startProgram } from '../processes/program.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { tellProgress } from '../tell-progress.ts'
import { measureTenant } from './measure-tenant.ts'
import { type BulkheadRound, type BulkheadTurn, isWithin, reportBulkhead } from './report.ts'

/** What one tenant can do to another. */
export const bulkhead: Benchmark = {
  summary:
    '[--rounds 5] [--seconds 3] [--connections 128] [--only slow-uploads,slow-reading,hanging,requests] [--engines undici,http-proxy-middleware]: a tenant while another does its worst (Linux; taskset)',

  async run(parameters, say) {
    const { engines, ...plan } = read(parameters)
    requirePrograms(['taskset'])
    say(describeMachine())
    pinnedTo(cores.others, process)
    const { connections, rounds, seconds } = plan
    say(`${connections} connections of the first tenant; ${rounds} rounds of ${seconds} s, medians`)
    const turns: BulkheadTurn[] = []
    for (const engine of engines) turns.push(...(await onEngine(engine, plan)))
    return report(turns, say)
  },
}

interface Plan {
  readonly kinds: readonly Kind[]
  readonly rounds: number
  readonly seconds: number
  readonly connections: number
}

type Kind = keyof typeof what

/** In the words of the table. */
const what = {
  'slow-uploads': 'sends a byte in five seconds on each connection',
  'slow-reading': 'reads 1 KiB in five seconds on each connection',
  hanging: 'asks for what is never answered',
  requests: 'asks as fast as it can',
} as const

const engineNames = ['undici', 'http-proxy-middleware'] as const

/** Until compilers are done. */
const warmUpSeconds = 8

/** Until the first tenant has all that it gets, in seconds. */
const leadInSeconds = 2

async function onEngine(engine: string, plan: Plan): Promise<readonly BulkheadTurn[]> {
  const file = join(import.meta.dirname, 'programs', 'patient-backend.ts')
  const backend = startProgram(file, cores.others, [])
  const { port = 0 } = await backend.next()
  const settings = { TRUSTED_PROXIES: '127.0.0.1', PROXY_ENGINE: engine }
  const gateway = await startGatehouse(port, settings)
  try {
    const founder = { username: 'bob', organization: 'Globex' }
    const token = await signUpAndIn(`http://127.0.0.1:${gateway.port}`, founder)
    const turns: BulkheadTurn[] = []
    await measureTenant({ port: gateway.port, token, seconds: warmUpSeconds })
    for (const kind of plan.kinds) {
      tellProgress(`${engine}: ${kind}`)
      const rounds: BulkheadRound[] = []
      while (rounds.length < plan.rounds) {
        rounds.push(await takeRound(gateway, token, { ...plan, kind }))
      }
      turns.push({ engine, what: what[kind], rounds })
    }
    return turns
  } finally {
    await gateway.stop()
    await backend.stop()
  }
}

async function takeRound(
  gateway: Gatehouse,
  token: string,
  { connections, kind, seconds }: Plan & { readonly kind: Kind },
): Promise<BulkheadRound> {
  const load = { port: gateway.port, token, seconds }
  const quiet = await measureTenant(load)
  const file = join(import.meta.dirname, 'programs', 'greedy-tenant.ts')
  const parameters = [String(gateway.port), gateway.token, kind, String(connections)]
  const greedy = startProgram(file, cores.others, parameters)
  await greedy.next()
  await sleep(leadInSeconds * 1000)
  const during = await measureTenant(load)
  greedy.child.send('counts')
  const { refused = 0 } = await greedy.next()
  await greedy.stop()
  return { quiet, during, refused }
}

function report(turns: readonly BulkheadTurn[], say: Say): boolean {
  for (const line of ['', ...reportBulkhead(turns)]) say(line)
  return turns.every(isWithin)
}

function read(parameters: readonly string[]) {
  const kinds = Object.keys(what) as Kind[]
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '3' },
      connections: { type: 'string', default: '128' },
      only: { type: 'string', default: kinds.join(',') },
      engines: { type: 'string', default: engineNames.join(',') },
    },
  })
  return {
    kinds: someOf(kinds, values.only, '--only'),
    engines: someOf(engineNames, values.engines, '--engines'),
    rounds: wholeOf(values.rounds, '--rounds'),
    seconds: secondsOf(values.seconds, '--seconds'),
    connections: wholeOf(values.connections, '--connections'),
  }
}
