import { setTimeout as sleep } from 'node:timers/promises'
import type { Lab } from './lab.ts'
import { missingOf } from './needs.ts'
import { type OpenRig, openRig } from './rig.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { check } from './verdict.ts'

/** How a scenario is run. */
export interface RunScenarioOptions {
  readonly lab: Lab
  readonly seed: number
  /** Ends the scenario early, when it is aborted. */
  readonly signal: AbortSignal
  /** Called with a line for each step. */
  readonly say: (line: string) => void
}

/** Longer than any scenario takes, also on a busy machine. */
const patienceMs = 8 * 60_000

/** Runs a scenario once, and closes all that it opened. */
export async function runScenario(
  scenario: Scenario,
  { lab, seed, signal, say }: RunScenarioOptions,
): Promise<Outcome> {
  const beganAt = performance.now()
  const outcome = (part: Pick<Outcome, 'verdict' | 'evidence'>, rig?: OpenRig): Outcome => ({
    id: scenario.id,
    seed,
    seconds: (performance.now() - beganAt) / 1000,
    warnings: part.verdict === 'held' ? [] : (rig?.warnings() ?? []),
    ...part,
  })
  const missing = missingOf(scenario.needs ?? [])
  if (missing !== undefined) return outcome({ verdict: 'skipped', evidence: [missing] })
  const rig = openRig(lab, seed, say)
  const tooLong = new AbortController()
  try {
    await Promise.race([scenario.run(rig), endOfPatience(tooLong.signal, signal)])
    return outcome(check({ seen: rig.seen }), rig)
  } catch (error) {
    return outcome(check({ seen: rig.seen, error }), rig)
  } finally {
    tooLong.abort()
    await rig.close()
  }
}

/** @throws {Error} After minutes, when something that was waited for never came, or when it is stopped. */
async function endOfPatience(over: AbortSignal, stopping: AbortSignal): Promise<void> {
  const signal = AbortSignal.any([over, stopping])
  await sleep(patienceMs, undefined, { signal }).catch(() => undefined)
  if (stopping.aborted) throw new Error('it was stopped')
  if (!over.aborted) throw new Error('it did not end within eight minutes')
}
