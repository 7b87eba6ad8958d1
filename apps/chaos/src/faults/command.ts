import { inLanes } from './in-lanes.ts'
import { openLab } from './lab.ts'
import { type FaultOptions, parseOptions, usage } from './parse-options.ts'
import { addToLog, readLogs } from './run-log.ts'
import { runScenario } from './run-scenario.ts'
import type { Outcome, Scenario } from './scenario.ts'
import { scenarios } from './scenarios.ts'
import { listLines, outcomeLines, pageLines, tableLines } from './show.ts'
import { addUp, isGood } from './verdict.ts'

const print = (line: string) => void process.stdout.write(`${line}\n`)

/** Only a terminal has a line that can be written over. */
const isTerminal = process.stdout.isTTY === true

/**
 * `npm run chaos -- faults`: runs scenarios of faults, with a line for each and a table at the end.
 *
 * @param stopping No other scenario is begun once it is aborted.
 * @returns The exit code: 0 when all held, 1 when one did not, 2 when it was called wrongly.
 */
export async function runFaults(
  parameters: readonly string[],
  stopping: AbortSignal,
): Promise<number> {
  const options = parseOptions(
    parameters,
    scenarios.map(({ id }) => id),
  )
  if (!options.ok) {
    process.stderr.write(`${options.mistake}\n${usage}\n`)
    return 2
  }
  const { list, page, ids, from } = options.value
  const chosen = scenarios.filter(({ id }) => ids.includes(id))
  if (list) {
    for (const line of listLines(chosen)) print(line)
    return 0
  }
  const outcomes = from.length > 0 ? readLogs(from) : await runAll(chosen, options.value, stopping)
  const totals = addUp(chosen, outcomes)
  for (const line of page ? pageLines(totals) : tableLines(totals)) print(line)
  return isGood(totals) && totals.length === chosen.length ? 0 : 1
}

async function runAll(
  chosen: readonly Scenario[],
  { runs, atOnce, seed: firstSeed, log }: FaultOptions,
  stopping: AbortSignal,
): Promise<readonly Outcome[]> {
  const outcomes: Outcome[] = []
  const lab = openLab()
  const all = Array.from({ length: runs }, (_, run) =>
    chosen.map((scenario) => ({ scenario, seed: firstSeed + run })),
  ).flat()
  print(`${runs === 1 ? 'a run' : `${runs} runs`} of ${chosen.length}, --seed ${firstSeed}`)
  const isAlone = ({ scenario }: { readonly scenario: Scenario }) => scenario.isAlone === true
  try {
    await inLanes(all, { atOnce, isAlone }, async ({ scenario, seed }) => {
      if (stopping.aborted) return
      const say = (step: string) => showStep(scenario, step)
      const outcome = await runScenario(scenario, { lab, seed, signal: stopping, say })
      outcomes.push(outcome)
      if (log !== '') addToLog(log, outcome)
      clearStep()
      for (const line of outcomeLines(scenario, outcome)) print(line)
    })
  } finally {
    await lab.close()
  }
  return outcomes
}

function showStep({ id, name }: Scenario, step: string): void {
  if (!isTerminal) return
  clearStep()
  const width = process.stdout.columns ?? 80
  process.stdout.write(`  · ${id.padEnd(6)} ${name}: ${step} …`.slice(0, width - 1))
}

function clearStep(): void {
  if (isTerminal) process.stdout.write('\r\x1b[2K')
}
