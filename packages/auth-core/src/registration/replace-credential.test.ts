import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf } from '../../testing/stage.ts'
import { replaceCredential } from './replace-credential.ts'

async function openStage() {
  const stage = createStage()
  const { accountId, ...ada } = await stage.signUp()
  const { credentialId: from = '' } = (await stage.account(accountId)) ?? {}
  const replace = (changes = {}) =>
    replaceCredential(stage.ports, { accountId, from, to: 'anew', ...changes })
  return { stage, ada, accountId, replace }
}

describe('replacing the user behind an account', () => {
  it('notes the new one, and closes what the old one had opened', async () => {
    const { stage, ada, accountId, replace } = await openStage()
    const { token } = outcomeOf('authenticated', await stage.logIn(ada))
    expect(await replace()).toBe(true)
    expect(await stage.account(accountId)).toMatchObject({
      credentialId: 'anew',
      credentialVersion: 2,
    })
    const refreshed = await stage.auth.refresh({ token, from: stage.from() })
    expect(refreshed).toMatchObject({ refusal: 'session_ended' })
    expect(await stage.audit('account_repaired')).toHaveLength(1)
  })

  it('changes nothing when it is repeated', async () => {
    const { stage, accountId, replace } = await openStage()
    await replace()
    const before = await stage.account(accountId)
    expect(await replace()).toBe(true)
    expect(await stage.account(accountId)).toEqual(before)
  })

  it('leaves an account alone that has another user by now, and one that is gone', async () => {
    const { stage, accountId, replace } = await openStage()
    const before = await stage.account(accountId)
    expect(await replace({ from: 'somebody else' })).toBe(false)
    expect(await replace({ accountId: 'nobody' })).toBe(false)
    expect(await stage.account(accountId)).toEqual(before)
  })
})
