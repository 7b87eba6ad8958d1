import type { Outcome, Scenario, Verdict } from './scenario.ts'

/** What was seen in a run, each with whether it is as it must be, and what the run ended with. */
export interface Sight {
  readonly seen: readonly (readonly [string, boolean])[]
  /** What kept the scenario from its end. */
  readonly error?: unknown
}

/** Checks a run. A scenario that checked nothing has failed: it could not have found anything. */
export function check({ seen, error }: Sight): Pick<Outcome, 'verdict' | 'evidence'> {
  const wrong = seen.filter(([, isSo]) => !isSo).map(([what]) => what)
  const right = seen.filter(([, isSo]) => isSo).map(([what]) => what)
  const stopped = error === undefined ? [] : [messageOf(error)]
  const evidence = [...wrong, ...stopped, ...right]
  if (wrong.length > 0) return { verdict: 'broken', evidence }
  if (error !== undefined) return { verdict: 'failed', evidence }
  if (right.length === 0) return { verdict: 'failed', evidence: ['it checked nothing'] }
  return { verdict: 'held', evidence }
}

/** What several runs of one scenario came to: the worst of them, and how many held. */
export interface Total {
  readonly scenario: Scenario
  readonly verdict: Verdict
  readonly runs: number
  readonly held: number
  /** The longest run. */
  readonly seconds: number
  /** Of the worst run. */
  readonly evidence: readonly string[]
}

const worst: readonly Verdict[] = ['broken', 'failed', 'skipped', 'held']

/** Adds up the runs of each scenario, in the order of the scenarios; those that were not run are left out. */
export function addUp(
  scenarios: readonly Scenario[],
  outcomes: readonly Outcome[],
): readonly Total[] {
  return scenarios.flatMap((scenario) => {
    const own = outcomes.filter(({ id }) => id === scenario.id)
    const [first] = own.toSorted(
      (one, other) => worst.indexOf(one.verdict) - worst.indexOf(other.verdict),
    )
    if (!first) return []
    const { verdict, evidence } = first
    const held = own.filter((each) => each.verdict === 'held').length
    const seconds = Math.max(...own.map((each) => each.seconds))
    return [{ scenario, verdict, evidence, runs: own.length, held, seconds }]
  })
}

/** Whether the command ends well: nothing was broken, and nothing failed. What was skipped is said. */
export function isGood(totals: readonly Total[]): boolean {
  return totals.every(({ verdict }) => verdict === 'held' || verdict === 'skipped')
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
