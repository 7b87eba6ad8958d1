import { parseArgs } from 'node:util'
import { unlimited } from '@gatehouse/gateway/testing'
import { sqliteDatabases } from '../accounts/databases.ts'
import { type FilledEnvironment, openFilledDatabase } from '../accounts/filled-environment.ts'
import type { ResourceUse } from '../accounts/gateway-environment.ts'
import { emailOf, isAlone, personOf } from '../accounts/people.ts'
import type { Benchmark } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { allowedCores } from '../processes/allowed-cores.ts'
import { pinnedTo } from '../processes/cores.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { startBackend, targets } from '../proxy/backend.ts'
import { tellProgress } from '../tell-progress.ts'
import type { ClientsPlan } from './clients-plan.ts'
import { measureProxied, type ProxiedLoad, proxiedPerSecond } from './measure-proxied.ts'
import {
  type IsolationBounds,
  type IsolationRound,
  type IsolationTurn,
  missedBounds,
  reportIsolation,
} from './report.ts'
import { startClients } from './start-clients.ts'

/** How long everybody else waits while people log in, or refresh. */
export const isolation: Benchmark = {
  summary:
    '[--rounds 5] [--seconds 5] [--only logins,refreshes]: proxied requests beside logins and refreshes, on SQLite (Linux; taskset, nginx)',

  async run(parameters, say) {
    const plan = read(parameters)
    requirePrograms(['taskset', 'nginx'])
    say(describeMachine())
    say(
      `${proxiedPerSecond} proxied requests a second; ${plan.rounds} rounds of ${plan.seconds} s, medians`,
    )
    const turns = await measureAll(plan)
    for (const line of ['', ...reportIsolation(turns)]) say(line)
    return turns.every((turn) => missedBounds(turn).length === 0)
  },
}

interface Plan {
  readonly kinds: readonly ClientsPlan['kind'][]
  readonly rounds: number
  readonly seconds: number
}

interface Kind {
  readonly what: string
  readonly concurrency: number
  readonly bounds: IsolationBounds
}

/** With a floor of half a second, 16 clients log in 32 times a second. */
const kinds: Readonly<Record<ClientsPlan['kind'], Kind>> = {
  logins: {
    what: '16 clients log in, 32 times a second at most',
    concurrency: 16,
    bounds: { ratio: 4, p99: 20 },
  },
  refreshes: {
    what: '16 clients refresh as fast as they can',
    concurrency: 16,
    bounds: { perSecond: 800, cpuMs: 1.2 },
  },
}

/** As it is shipped, without limits, since all clients come from one network. */
const settings = { ...unlimited, LOGIN_FLOOR_MILLISECONDS: '500' }

/** Until compilers are done. */
const warmUpSeconds = 5

async function measureAll(plan: Plan): Promise<readonly IsolationTurn[]> {
  const databases = await sqliteDatabases()
  const backend = await startBackend()
  try {
    const filled = await openFilledDatabase(databases, 10_000)
    const url = `http://127.0.0.1:${backend.port}`
    const environment = await filled.start({ ...settings, MACHINE_BACKEND_URL: url })
    try {
      // With all of its cores: threads that hash are there to use the others.
      pinnedTo(allowedCores().join(','), environment.gateway)
      return await takeTurns(environment, plan)
    } finally {
      await environment.gateway.stop()
    }
  } finally {
    await backend.stop()
    await databases.stop()
  }
}

async function takeTurns(
  environment: FilledEnvironment,
  plan: Plan,
): Promise<readonly IsolationTurn[]> {
  const turns: IsolationTurn[] = []
  for (const kind of plan.kinds) {
    const { bounds, what } = kinds[kind]
    tellProgress(what)
    await takeRound(environment, kind, warmUpSeconds)
    const rounds: IsolationRound[] = []
    while (rounds.length < plan.rounds) {
      rounds.push(await takeRound(environment, kind, plan.seconds))
    }
    turns.push({ what, bounds, rounds })
  }
  return turns
}

async function takeRound(
  { filled, gateway, tokens }: FilledEnvironment,
  kind: ClientsPlan['kind'],
  seconds: number,
): Promise<IsolationRound> {
  const url = new URL(targets.small, gateway.url).href
  const load: ProxiedLoad = { url, tokens: tokens.slice(0, 100), seconds }
  const quiet = await gateway.measure(() => measureProxied(load))
  const people = filled.samples.filter(({ number }) => isAlone(number))
  const emails = people.map(({ number }) => emailOf(personOf(number)))
  const who = { logins: emails, refreshes: tokens }[kind]
  const { concurrency } = kinds[kind]
  const clients = await startClients()
  const busy = await gateway.measure(async () => {
    const begun = performance.now()
    clients.begin({ url: gateway.url, kind, concurrency, who })
    const during = await measureProxied(load)
    const counts = await clients.stop()
    return { during, counts, seconds: (performance.now() - begun) / 1000 }
  })
  const { during, counts, seconds: taken } = busy.result
  const microseconds = cpuOf(busy.use) - (cpuOf(quiet.use) * taken) / seconds
  const cpuMs = microseconds / 1000 / counts.answered
  return { quiet: quiet.result, during, clients: counts, seconds: taken, cpuMs }
}

function cpuOf({ main, others }: ResourceUse): number {
  return main + others
}

function read(parameters: readonly string[]): Plan {
  const all = Object.keys(kinds) as ClientsPlan['kind'][]
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: all.join(',') },
    },
  })
  return {
    kinds: someOf(all, values.only, '--only'),
    rounds: wholeOf(values.rounds, '--rounds'),
    seconds: secondsOf(values.seconds, '--seconds'),
  }
}
