import { readOutboxReasons } from '@gatehouse/sql'
import { type Command, endWith } from '../command.ts'
import { withRecords } from '../records/with-records.ts'
import { asJson, asText, isStuck } from './describe-outbox.ts'

/** `gatehouse mail status` */
export const mailStatus: Command = {
  name: 'mail status',
  summary: 'tells which mails wait, since when, and why',
  details: [
    'Mails that were given up are told for a day. Times are in UTC.',
    'Ends with 0 when no mail has failed, 1 when some have, 2 when a setting is wrong, 3 when',
    'the database cannot be used.',
  ],
  options: { json: { summary: 'prints a JSON object, for programs' } },

  run: (call) =>
    withRecords(call, async ({ database }) => {
      const reasons = await readOutboxReasons(database)
      call.console.print(...(call.flags.has('json') ? asJson(reasons) : asText(reasons)))
      return endWith(isStuck(reasons) ? 'left' : 'done')
    }),
}
