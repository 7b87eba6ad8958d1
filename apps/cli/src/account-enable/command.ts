import { enableAccount } from '@gatehouse/auth-core/operator'
import { type Command, endWith, withObjects } from '../command.ts'
import { noSuchAccount } from '../records/no-such-account.ts'
import { withDeployment } from '../records/with-deployment.ts'

/** `gatehouse account enable` */
export const accountEnable: Command = {
  name: 'account enable',
  summary: 'lets an account in again that is kept out',
  details: ['Its password, role and API keys are as before. What was open stays ended.'],
  options: {},
  json: 'prints the result as a JSON object',
  operands: ['USERNAME'],

  run: (call) =>
    withDeployment(call, async ({ ports }) => {
      const [username = ''] = call.operands
      const outcome = await enableAccount(ports, username)
      if (outcome.kind === 'refused') return noSuchAccount(username)
      const { username: name, tenantId } = outcome.account
      const result = endWith('done', `${name} of ${tenantId} may sign in.`)
      return withObjects(result, { username: name, tenant_id: tenantId, disabled: false })
    }),
}
