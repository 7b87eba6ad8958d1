import { parseArgs } from 'node:util'
import type { Benchmark } from '../benchmark.ts'
import { describeMachine } from '../machine.ts'
import { wholeOf } from '../option-values.ts'
import { type KeycloakEnvironment, openKeycloakEnvironment } from './keycloak-environment.ts'
import {
  type Environments,
  type Measurement,
  measure,
  type RealmAmounts,
  spreadOver,
} from './measure.ts'
import { report } from './report.ts'

/** At how many realms it is measured, as far as there are so many. */
const points = [10, 50, 100, 200, 300]

/** How much longer it may take with many realms than with ten. */
const maxTimes = 1.5

/**
 * So that Java is done compiling before anything is measured. It compiles with its first compiler
 * alone, which is done after this much: with both it would become faster and faster, as realms do
 * not.
 */
const warmUp: RealmAmounts = { signUps: 15, logins: 60 }

/** Whether sign-up and login take as long with many realms as with few. */
export const keycloakRealms: Benchmark = {
  summary: '[--realms 300] [--sign-ups 30] [--logins 60]: a fleet of realms in a real Keycloak',

  async run(parameters, say) {
    const { realms, amounts, keycloakEnv } = read(parameters)
    say(describeMachine())
    say('starting two Keycloaks with a gateway each: one grows, the other stays at ten realms')
    const [grown, small] = await Promise.all([
      openKeycloakEnvironment(keycloakEnv),
      openKeycloakEnvironment(keycloakEnv),
    ])
    try {
      const measurements = await growAndMeasure({ grown, small }, { realms, amounts, say })
      const { lines, isWithin } = report(measurements, maxTimes)
      for (const line of lines) say(line)
      say(`sessions left in Keycloak after all these logins: ${await grown.countSessions()}`)
      say(`medians are ${isWithin ? '' : 'not '}within ${maxTimes} times those of ten realms`)
      return isWithin
    } finally {
      await Promise.all([grown.close(), small.close()])
    }
  },
}

interface GrowthPlan {
  readonly realms: number
  readonly amounts: RealmAmounts
  readonly say: (line: string) => void
}

async function growAndMeasure(
  environments: Environments,
  plan: GrowthPlan,
): Promise<readonly Measurement[]> {
  const { realms, amounts, say } = plan
  const { grown, small } = environments
  const [min = 10] = points
  say(`warming up: ${warmUp.signUps} sign-ups and ${warmUp.logins} logins on each`)
  for (const environment of [grown, small]) await warm(environment)
  for (const environment of [grown, small]) await growTo(environment, min)

  const measurements: Measurement[] = []
  for (const point of points.filter((each) => each <= realms)) {
    await growTo(grown, point)
    const measured = await measure(environments, amounts)
    measurements.push(measured)
    say(progress(measured))
  }
  return measurements
}

async function warm(environment: KeycloakEnvironment): Promise<void> {
  await growTo(environment, warmUp.signUps)
  for (const member of spreadOver(environment.members, warmUp.logins))
    await environment.logIn(member)
  await environment.keepFirst(0)
}

/** Grows without measuring, so that one failure does not discard earlier measurements. */
async function growTo(environment: KeycloakEnvironment, count: number): Promise<void> {
  for (let failed = 0; environment.members.length < count; ) {
    try {
      await environment.signUp()
    } catch (error) {
      failed += 1
      if (failed > 3) throw error
    }
  }
}

function progress(measured: Measurement): string {
  const [, , ...rows] = report([measured], maxTimes).lines
  const time = new Date().toISOString().slice(11, 19)
  return [`${time} at ${measured.realms} realms`, ...rows].join('\n')
}

function read(parameters: readonly string[]) {
  const { values } = parseArgs({
    args: [...parameters],
    options: {
      realms: { type: 'string', default: '300' },
      'sign-ups': { type: 'string', default: '30' },
      logins: { type: 'string', default: '60' },
      keycloak: { type: 'string', multiple: true, default: [] },
    },
  })
  const amounts = {
    signUps: wholeOf(values['sign-ups'], '--sign-ups'),
    logins: wholeOf(values.logins, '--logins'),
  }
  const pairs = values.keycloak.map((pair) => pair.split(/=(.*)/s).slice(0, 2))
  const keycloakEnv = Object.fromEntries(pairs) as Record<string, string>
  return { realms: wholeOf(values.realms, '--realms'), amounts, keycloakEnv }
}
