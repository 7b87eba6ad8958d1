import { setTimeout as sleep } from 'node:timers/promises'
import { load } from '../accounts/load.ts'
import { logIn, refresh } from '../accounts/operations.ts'
import { median } from '../median.ts'
import type { WayResult } from './report.ts'
import type { Way } from './ways.ts'

/** Has one client do everything on a way, one after the other. */
export async function measureTurn(way: Way, seconds: number): Promise<readonly WayResult[]> {
  const { environment, network } = way
  const idle = await tripsDuring(network, () => sleep(seconds * 1000))
  const idlePerSecond = idle.trips / seconds
  const operations = [
    { name: 'one question', run: () => way.ask() },
    refresh(environment),
    logIn(environment),
  ]
  const results: WayResult[] = []
  for (const { name, run } of operations) {
    const { result, trips } = await tripsDuring(network, () =>
      load(run, { concurrency: 1, seconds }),
    )
    if (result.failed > 0) throw result.failure
    results.push({
      way: way.name,
      operation: name,
      milliseconds: median(result.milliseconds),
      // The jobs of the gateway go on meanwhile.
      trips: (trips - idlePerSecond * result.seconds) / result.done,
    })
  }
  return results
}

async function tripsDuring<Result>(
  network: Way['network'],
  work: () => Promise<Result>,
): Promise<{ readonly result: Result; readonly trips: number }> {
  const before = network.trips()
  const result = await work()
  return { result, trips: network.trips() - before }
}
