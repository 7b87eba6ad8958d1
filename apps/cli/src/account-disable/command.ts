import { disableAccount } from '@gatehouse/auth-core/operator'
import { type Command, endWith, withObjects } from '../command.ts'
import { noSuchAccount } from '../records/no-such-account.ts'
import { withDeployment } from '../records/with-deployment.ts'

/** `gatehouse account disable` */
export const accountDisable: Command = {
  name: 'account disable',
  summary: 'keeps an account out, and ends all that it has open',
  details: [
    'Its sessions, tokens and terminals end within two seconds on every replica. Repeating it',
    'mends a credential store that has missed it. The last administrator is kept out, too.',
  ],
  options: {},
  json: 'prints the result as a JSON object',
  operands: ['USERNAME'],

  run: (call) =>
    withDeployment(call, async ({ ports }) => {
      const [username = ''] = call.operands
      const outcome = await disableAccount(ports, username)
      if (outcome.kind === 'refused') return noSuchAccount(username)
      const { username: name, tenantId } = outcome.account
      const result = endWith('done', `${name} of ${tenantId} is kept out.`)
      return withObjects(result, { username: name, tenant_id: tenantId, disabled: true })
    }),
}
