import type { CommandCall, CommandResult } from '../command.ts'
import { runMove } from './run-move.ts'

/** What `gatehouse migrate sqlite-to-postgres` does. */
export async function run({
  console,
  environment,
  flags,
  texts,
}: CommandCall): Promise<CommandResult> {
  const options = {
    from: texts.from,
    to: texts.to,
    dryRun: flags.has('dry-run'),
    isVerifyOnly: flags.has('verify-only'),
    isAnew: flags.has('anew'),
  }
  return runMove(environment, options, console)
}
