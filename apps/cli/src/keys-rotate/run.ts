import { type CommandCall, type CommandResult, endWith } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { rotateKeys } from './rotate-keys.ts'

/** What `gatehouse keys rotate` does. */
export async function run(call: CommandCall): Promise<CommandResult> {
  if (!call.flags.has('now')) {
    return endWith('usage', '--now is needed: planned rotations happen by themselves.')
  }
  const [dryRun, yes] = [call.flags.has('dry-run'), call.flags.has('yes')]
  return withRecords(call, (records) => rotateKeys(records, { dryRun, yes }, call.console))
}
