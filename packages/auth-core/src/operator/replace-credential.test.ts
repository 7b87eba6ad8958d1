import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, outcomeOf } from '../../testing/test-environment.ts'
import { replaceCredential } from './replace-credential.ts'

async function openTestEnvironment() {
  const environment = createTestEnvironment()
  const { accountId, ...ada } = await environment.signUp()
  const { credentialId: from = '' } = (await environment.account(accountId)) ?? {}
  const replace = (changes = {}) =>
    replaceCredential(environment.ports, { accountId, from, to: 'anew', ...changes })
  return { environment, ada, accountId, replace }
}

describe('replacing the user behind an account', () => {
  it('notes the new one, and closes what the old one had opened', async () => {
    const { environment, ada, accountId, replace } = await openTestEnvironment()
    const { token } = outcomeOf('authenticated', await environment.logIn(ada))
    expect(await replace()).toBe(true)
    expect(await environment.account(accountId)).toMatchObject({
      credentialId: 'anew',
      credentialVersion: 2,
    })
    const refreshed = await environment.auth.refresh({ token, from: environment.from() })
    expect(refreshed).toMatchObject({ refusal: 'session_ended' })
    expect(await environment.audit('account_repaired')).toHaveLength(1)
  })

  it('changes nothing when it is repeated', async () => {
    const { environment, accountId, replace } = await openTestEnvironment()
    await replace()
    const before = await environment.account(accountId)
    expect(await replace()).toBe(true)
    expect(await environment.account(accountId)).toEqual(before)
  })

  it('leaves an account alone that has another user by now, and one that is gone', async () => {
    const { environment, accountId, replace } = await openTestEnvironment()
    const before = await environment.account(accountId)
    expect(await replace({ from: 'somebody else' })).toBe(false)
    expect(await replace({ accountId: 'nobody' })).toBe(false)
    expect(await environment.account(accountId)).toEqual(before)
  })
})
