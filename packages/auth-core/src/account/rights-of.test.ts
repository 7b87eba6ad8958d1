import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'

describe('an account whose address is not confirmed', () => {
  it('is entered under no_terminals', async () => {
    const { environment, ada } = await signedUp('no_terminals')
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('is refused like a wrong password under no_login', async () => {
    const { environment, ada } = await signedUp('no_login')
    expect(await environment.logIn(ada)).toMatchObject({ refusal: 'invalid_credentials' })
  })

  it('loses what it had opened when the operator turns to no_login', async () => {
    const { environment, ada } = await signedUp('full')
    const { token, sessionToken } = outcomeOf('authenticated', await environment.logIn(ada))
    const { auth, from } = environment.with({ settings: { unconfirmedAccounts: 'no_login' } })
    expect(await auth.refresh({ token, from: from() })).toMatchObject({ refusal: 'session_ended' })
    expect(await auth.listTenants({ sessionToken, from: from() })).toMatchObject({
      refusal: 'session_token_invalid',
    })
    expect(await auth.readOrganization({ token, from: from() })).toMatchObject({
      refusal: 'forbidden',
    })
  })

  it.each(['full', 'no_terminals', 'no_login'] as const)(
    'has its ways to prove the address under %s',
    async (policy) => {
      const { environment, ada } = await signedUp(policy)
      await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
      expect(await environment.mails('password_reset')).toHaveLength(1)
      const { token } = await environment.lastMail('verify_email')
      const command = { token, password: ada.password, from: environment.from() }
      expect(await environment.auth.verifyEmail(command)).toMatchObject({ kind: 'email_verified' })
      expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    },
  )
})

async function signedUp(unconfirmedAccounts: TestEnvironment['settings']['unconfirmedAccounts']) {
  const environment = createTestEnvironment({ settings: { unconfirmedAccounts } })
  return { environment, ada: await environment.signUp() }
}
