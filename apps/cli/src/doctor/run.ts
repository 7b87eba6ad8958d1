import { type CommandCall, type CommandResult, endWith } from '../command.ts'
import { runDoctor } from './run-doctor.ts'

/** What `gatehouse doctor` does. */
export async function run({
  console,
  environment,
  flags,
  texts,
}: CommandCall): Promise<CommandResult> {
  const [fix, yes] = [flags.has('fix'), flags.has('yes')]
  if (fix && !yes && !console.canAsk) {
    return endWith('usage', 'There is nobody to ask: --fix needs a terminal, or --yes.')
  }
  if (texts.edge !== undefined && !/^https?:\/\/./.test(texts.edge)) {
    return endWith('usage', '--edge must be an http or https address.')
  }
  const { edge, only } = texts
  const options = { fix, yes, only, removeRealm: texts['remove-realm'], edge }
  return runDoctor(environment, options, console)
}
