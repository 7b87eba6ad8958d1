import { unlockAccount } from '@gatehouse/auth-core/operator'
import { type CommandCall, type CommandResult, endWith, withObjects } from '../command.ts'
import { counted } from '../console/counted.ts'
import { noSuchAccount } from '../records/no-such-account.ts'
import { withRecords } from '../records/with-records.ts'

/** What `gatehouse account unlock` does. */
export function run(call: CommandCall): Promise<CommandResult> {
  return withRecords(call, async ({ ports, forgetCounters }) => {
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
  })
}
