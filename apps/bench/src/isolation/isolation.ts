import { parseArgs } from 'node:util'
import { unlimited } from '@gatehouse/gateway/testing'
import { sqliteDatabases } from '../accounts/databases.ts'
import {
  type FilledDatabase,
  type FilledEnvironment,
  openFilledDatabase,
} from '../accounts/filled-environment.ts'
import type { Benchmark } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { secondsOf, someOf, wholeOf } from '../option-values.ts'
import { cores, pinnedTo } from '../processes/cores.ts'
import { requirePrograms } from '../processes/require-program.ts'
import { type Backend, startBackend } from '../proxy/backend.ts'
import { tellProgress } from '../tell-progress.ts'
import { startBackend as startEchoBackend } from '../terminals/peers.ts'
import { terminals } from './measure-echoes.ts'
import { proxiedPerSecond } from './measure-proxied.ts'
import { type IsolationRound, type IsolationTurn, missedBounds, reportIsolation } from './report.ts'
import { type Scene, type SceneName, scenes } from './scenes.ts'
import { makeSlowDisk } from './slow-disk/slow-disk.ts'
import { takeRound } from './take-round.ts'

/** How long everybody else waits while people log in, or refresh. */
export const isolation: Benchmark = {
  summary:
    '[--rounds 5] [--seconds 5] [--only logins,terminals,slow-disk,refreshes]: requests and terminals beside logins and refreshes, on SQLite (Linux; taskset, nginx, cc)',

  async run(parameters, say) {
    const plan = read(parameters)
    requirePrograms(['taskset', 'nginx', 'cc'])
    say(describeMachine())
    say(
      `${proxiedPerSecond} proxied requests a second, or ${terminals.perSecond} keystrokes on ${terminals.count} terminals; ${plan.rounds} rounds of ${plan.seconds} s, medians`,
    )
    const turns = await measureAll(plan)
    for (const line of ['', ...reportIsolation(turns)]) say(line)
    return turns.every((turn) => missedBounds(turn).length === 0)
  },
}

interface Plan {
  readonly scenes: readonly SceneName[]
  readonly rounds: number
  readonly seconds: number
}

/** As it is shipped, without limits, since all clients come from one network. */
const settings = { ...unlimited, LOGIN_FLOOR_MILLISECONDS: '500' }

/** Until compilers are done. */
const warmUpSeconds = 5

async function measureAll(plan: Plan): Promise<readonly IsolationTurn[]> {
  const databases = await sqliteDatabases()
  try {
    const filled = await openFilledDatabase(databases, 10_000)
    const turns: IsolationTurn[] = []
    for (const name of plan.scenes) {
      const scene: Scene = scenes[name]
      tellProgress(scene.what)
      const rounds = await withGateway(filled, scene, (environment) =>
        takeRounds(environment, scene, plan),
      )
      turns.push({ what: scene.what, bounds: scene.bounds, rounds })
    }
    return turns
  } finally {
    await databases.stop()
  }
}

async function withGateway<Result>(
  filled: FilledDatabase,
  { diskMs, others }: Scene,
  work: (environment: FilledEnvironment) => Promise<Result>,
): Promise<Result> {
  const start = { requests: startBackend, terminals: startEchoBackend }[others]
  const backend: Pick<Backend, 'port' | 'stop'> = await start()
  const disk = diskMs > 0 ? await makeSlowDisk(diskMs) : undefined
  try {
    const url = `http://127.0.0.1:${backend.port}`
    const more = { MACHINE_BACKEND_URL: url, ...disk?.environment }
    const environment = await filled.start({ ...settings, ...more })
    try {
      // With all of its cores: threads that hash are there to use the others.
      pinnedTo(cores.all, environment.gateway)
      return await work(environment)
    } finally {
      await environment.gateway.stop()
    }
  } finally {
    await backend.stop()
    await disk?.remove()
  }
}

async function takeRounds(
  environment: FilledEnvironment,
  scene: Scene,
  plan: Plan,
): Promise<readonly IsolationRound[]> {
  await takeRound(environment, scene, warmUpSeconds)
  const rounds: IsolationRound[] = []
  while (rounds.length < plan.rounds) {
    rounds.push(await takeRound(environment, scene, plan.seconds))
  }
  return rounds
}

function read(parameters: readonly string[]): Plan {
  const all = Object.keys(scenes) as SceneName[]
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '5' },
      only: { type: 'string', default: all.join(',') },
    },
  })
  return {
    scenes: someOf(all, values.only, '--only'),
    rounds: wholeOf(values.rounds, '--rounds'),
    seconds: secondsOf(values.seconds, '--seconds'),
  }
}
