import { type CommandCall, type CommandResult, endWith } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { writeEdgeMap } from './write-edge-map.ts'

/** What `gatehouse edge keys` does. */
export async function run(call: CommandCall): Promise<CommandResult> {
  const { valid = '60' } = call.texts
  const seconds = /^\d{1,4}$/.test(valid) ? Number(valid) : 0
  if (seconds < 1 || seconds > 3600) {
    return endWith('usage', '--valid must be a number of seconds from 1 to 3600.')
  }
  const [file = ''] = call.operands
  return withRecords(call, (records) => writeEdgeMap(records, { file, seconds }))
}
