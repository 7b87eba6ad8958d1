import type { CommandCall, CommandResult } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { verifyRecords } from './verify-records.ts'

/** What `gatehouse audit verify` does. */
export function run(call: CommandCall): Promise<CommandResult> {
  return withRecords(call, (records) => verifyRecords(records, call.console))
}
