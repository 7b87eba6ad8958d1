import type { CommandCall, CommandResult } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { listKeys } from './list-keys.ts'

/** What `gatehouse keys list` does. */
export function run(call: CommandCall): Promise<CommandResult> {
  return withRecords(call, listKeys)
}
