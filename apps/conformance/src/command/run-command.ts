import { Hindered } from '../expect/outcomes.ts'
import { drawReport } from '../report/draw-report.ts'
import { type Conformance, type Result, runConformance } from '../run-conformance.ts'
import { type CommandOptions, readOptions, usage } from './read-options.ts'

/** What a command finds around it. */
export interface Surroundings {
  /** The environment variables. */
  readonly environment: Readonly<Record<string, string | undefined>>
  /** Ends the command early. */
  readonly signal?: AbortSignal
  /** Prints a line of results. */
  readonly print: (line: string) => void
  /** Prints a line of anything else. */
  readonly complain: (line: string) => void
}

/** Runs the command. @returns Its exit code: 0 passed, 1 failed, 2 not all could be checked. */
export async function runCommand(
  parameters: readonly string[],
  surroundings: Surroundings,
): Promise<0 | 1 | 2> {
  const { environment, print, complain } = surroundings
  const reading = readOptions(parameters, environment)
  if (reading.ok) return check(reading.value, surroundings)
  if (reading.mistake === undefined) {
    for (const line of usage) print(line)
    return 0
  }
  complain(`${reading.mistake} \`gatehouse-conformance --help\` has the options.`)
  return 2
}

async function check(
  { conformance, json }: CommandOptions,
  { signal, print, complain }: Surroundings,
): Promise<0 | 1 | 2> {
  try {
    const done = await runConformance({
      ...conformance,
      ...(json && { onResult: (result) => print(asJson(result)) }),
      ...(signal && { signal }),
    })
    for (const line of json ? [] : drawReport(done)) print(line)
    for (const each of json ? done.left : []) complain(`Left behind: the organization ${each}`)
    return exitCodeOf(done) || (signal?.aborted ? 2 : 0)
  } catch (error) {
    if (!(error instanceof Hindered)) throw error
    complain(`${error.message}.`)
    return 2
  }
}

function asJson({ check, outcome, why }: Result): string {
  const { id, edition, level, section, says } = check
  return JSON.stringify({ check: id, edition, level, section, says, outcome, why })
}

function exitCodeOf({ results }: Conformance): 0 | 1 | 2 {
  const has = (wanted: Result['outcome']) => results.some(({ outcome }) => outcome === wanted)
  if (has('failed')) return 1
  return has('not checked') || !has('passed') ? 2 : 0
}
