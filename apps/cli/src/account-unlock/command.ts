import { unlockAccount } from '@gatehouse/auth-core/operator'
import { type Command, endWith, withObjects } from '../command.ts'
import { counted } from '../console/counted.ts'
import { noSuchAccount } from '../records/no-such-account.ts'
import { withRecords } from '../records/with-records.ts'

/** `gatehouse account unlock` */
export const accountUnlock: Command = {
  name: 'account unlock',
  summary: 'forgets wrong passwords and codes that keep the owner of an account waiting',
  details: [
    'Also mails that were asked for too often. What is counted for networks stays. With',
    'PostgreSQL a replica may go on refusing for five seconds.',
  ],
  options: {},
  json: 'prints the result as a JSON object',
  operands: ['USERNAME'],

  run: (call) =>
    withRecords(call, async ({ ports, forgetCounters }) => {
      const [username = ''] = call.operands
      const outcome = await unlockAccount({ ...ports, forgetCounters }, username)
      if (outcome.kind === 'refused') return noSuchAccount(username)
      const forgotten = `${counted(outcome.counters, 'counter')} forgotten.`
      const { username: name, tenantId } = outcome.account
      const result = endWith('done', `${name}: ${forgotten}`)
      return withObjects(result, {
        username: name,
        tenant_id: tenantId,
        forgotten: outcome.counters,
      })
    }),
}
