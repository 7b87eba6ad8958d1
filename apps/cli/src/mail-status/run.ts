import { readOutboxReasons } from '@gatehouse/sql'
import { type CommandCall, type CommandResult, endWith, withObjects } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { asObject, asText, isStuck } from './describe-outbox.ts'

/** What `gatehouse mail status` does. */
export function run(call: CommandCall): Promise<CommandResult> {
  return withRecords(call, async ({ database }) => {
    const reasons = await readOutboxReasons(database)
    call.console.print(...asText(reasons))
    return withObjects(endWith(isStuck(reasons) ? 'left' : 'done'), asObject(reasons))
  })
}
