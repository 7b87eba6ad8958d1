import { join } from 'node:path'
import { type Program, startProgram } from '../processes/program.ts'

/** One of the programs of this benchmark. @param core Where it runs. */
export function startTerminalProgram(
  name: string,
  core: number,
  parameters: readonly string[],
): Program {
  return startProgram(join(import.meta.dirname, 'programs', `${name}.ts`), core, parameters)
}
