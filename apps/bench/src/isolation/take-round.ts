import type { FilledEnvironment } from '../accounts/filled-environment.ts'
import type { ResourceUse } from '../accounts/gateway-environment.ts'
import { emailOf, isAlone, personOf } from '../accounts/people.ts'
import type { AskedResult } from '../ask.ts'
import { targets } from '../proxy/backend.ts'
import { measureEchoes, terminals } from './measure-echoes.ts'
import { measureProxied } from './measure-proxied.ts'
import type { IsolationRound } from './report.ts'
import { concurrency, type Scene } from './scenes.ts'
import { startClients } from './start-clients.ts'

/** Measures what others wait for in a quiet time, and right after it beside the clients of a scene. */
export async function takeRound(
  environment: FilledEnvironment,
  scene: Scene,
  seconds: number,
): Promise<IsolationRound> {
  const { gateway } = environment
  const measureOthers = () => measure(environment, scene.others, seconds)
  const quiet = await gateway.measure(measureOthers)
  const kind = scene.clients
  const who = whoAsks(environment, kind)
  const clients = await startClients()
  const busy = await gateway.measure(async () => {
    const begun = performance.now()
    clients.begin({ url: gateway.url, kind, concurrency, who })
    const during = await measureOthers()
    const counts = await clients.stop()
    return { during, counts, seconds: (performance.now() - begun) / 1000 }
  })
  const { during, counts, seconds: taken } = busy.result
  const microseconds = cpuOf(busy.use) - (cpuOf(quiet.use) * taken) / seconds
  const cpuMs = microseconds / 1000 / counts.answered
  return { quiet: quiet.result, during, clients: counts, seconds: taken, cpuMs }
}

function measure(
  { gateway, tokens }: FilledEnvironment,
  others: Scene['others'],
  seconds: number,
): Promise<AskedResult> {
  if (others === 'requests') {
    const url = new URL(targets.small, gateway.url).href
    return measureProxied({ url, tokens: tokens.slice(0, 100), seconds })
  }
  const urls = tokens.slice(0, terminals.count).map((token) => {
    const url = new URL(`/api/terminal/agent-7/ws?token=${token}`, gateway.url)
    url.protocol = 'ws:'
    return url.href
  })
  return measureEchoes(urls, seconds)
}

/** Addresses of those that log in, or tokens. */
function whoAsks({ filled, tokens }: FilledEnvironment, kind: Scene['clients']): readonly string[] {
  if (kind === 'refreshes') return tokens
  const people = filled.samples.filter(({ number }) => isAlone(number))
  return people.map(({ number }) => emailOf(personOf(number)))
}

function cpuOf({ main, others }: ResourceUse): number {
  return main + others
}
