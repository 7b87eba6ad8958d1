import { enableAccount } from '@gatehouse/auth-core/operator'
import { type CommandCall, type CommandResult, endWith, withObjects } from '../command.ts'
import { noSuchAccount } from '../records/no-such-account.ts'
import { withDeployment } from '../records/with-deployment.ts'

/** What `gatehouse account enable` does. */
export function run(call: CommandCall): Promise<CommandResult> {
  return withDeployment(call, async ({ ports }) => {
    const [username = ''] = call.operands
    const outcome = await enableAccount(ports, username)
    if (outcome.kind === 'refused') return noSuchAccount(username)
    const { username: name, tenantId } = outcome.account
    const result = endWith('done', `${name} of ${tenantId} may sign in.`)
    return withObjects(result, { username: name, tenant_id: tenantId, disabled: false })
  })
}
