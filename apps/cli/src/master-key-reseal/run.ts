import type { CommandCall, CommandResult } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { resealRecords } from './reseal-records.ts'

/** What `gatehouse master-key reseal` does. */
export async function run(call: CommandCall): Promise<CommandResult> {
  const dryRun = call.flags.has('dry-run')
  return withRecords(call, (records) => resealRecords(records, { dryRun }, call.console))
}
