import { readOutboxReasons } from '@gatehouse/sql'
import { type Command, endWith, withObjects } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { asObject, asText, isStuck } from './describe-outbox.ts'

/** `gatehouse mail status` */
export const mailStatus: Command = {
  name: 'mail status',
  summary: 'tells which mails wait, since when, and why',
  details: [
    'Mails that were given up are told for a day. Times are in UTC.',
    'Ends with 0 when no mail has failed, 1 when some have, 2 when a setting is wrong, 3 when',
    'the database cannot be used.',
  ],
  options: {},
  json: 'prints the result as a JSON object',

  run: (call) =>
    withRecords(call, async ({ database }) => {
      const reasons = await readOutboxReasons(database)
      call.console.print(...asText(reasons))
      return withObjects(endWith(isStuck(reasons) ? 'left' : 'done'), asObject(reasons))
    }),
}
