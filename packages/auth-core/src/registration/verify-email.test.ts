import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, type TestEnvironment } from '../../testing/test-environment.ts'

const invalid = { kind: 'refused', refusal: 'verification_token_invalid' }

describe('verifying an email address', () => {
  it('believes the address from then on', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    expect(await verify(environment, token)).toEqual({ kind: 'email_verified', email: ada.email })
    expect(await environment.account(ada.accountId)).toMatchObject({ emailVerified: true })
    expect(await environment.audit('email_verified')).toMatchObject([
      { accountId: ada.accountId, tenantId: 'acme' },
    ])
  })

  it('works once', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    await verify(environment, token)
    expect(await verify(environment, token)).toEqual(invalid)
  })

  it('of one account says nothing of another with the same address', async () => {
    const environment = createTestEnvironment()
    const [acme, globex] = [
      await environment.signUp(),
      await environment.signUp({ organizationName: 'Globex' }),
    ]
    const { token } = await environment.lastMail('verify_email')
    await verify(environment, token)
    expect(await environment.account(acme.accountId)).toMatchObject({ emailVerified: false })
    expect(await environment.account(globex.accountId)).toMatchObject({ emailVerified: true })
  })

  it('works until a week has passed, and not longer', async () => {
    const week = 7 * 24 * 3600
    const [inTime, late] = [createTestEnvironment(), createTestEnvironment()]
    for (const environment of [inTime, late]) await environment.signUp()
    const tokens = [await inTime.lastMail('verify_email'), await late.lastMail('verify_email')]
    inTime.ports.clock.advance(week - 1)
    late.ports.clock.advance(week)
    expect(await verify(inTime, tokens[0]?.token)).toMatchObject({ kind: 'email_verified' })
    expect(await verify(late, tokens[1]?.token)).toEqual(invalid)
  })

  it.each([
    [
      'account',
      (environment: TestEnvironment, id: string) =>
        environment.changeAccount(id, { status: 'disabled' }),
    ],
    [
      'tenant',
      (environment: TestEnvironment) => environment.changeTenant('acme', { status: 'disabled' }),
    ],
  ])('does nothing for a disabled %s', async (_, disable) => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    await disable(environment, ada.accountId)
    expect(await verify(environment, token)).toEqual(invalid)
    expect(await environment.account(ada.accountId)).toMatchObject({ emailVerified: false })
  })

  it('T-04: takes no token of another kind', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
    const { accounts } = await environment.lastMail('password_reset')
    expect(await verify(environment, accounts[0]?.token)).toEqual(invalid)
  })

  it.each([
    ['nothing', ''],
    ['something made up', 'x'.repeat(43)],
  ])('takes no token that is %s', async (_, token) => {
    expect(await verify(createTestEnvironment(), token)).toEqual(invalid)
  })

  it('is limited for one network', async () => {
    const environment = createTestEnvironment()
    for (let tried = 0; tried < 600; tried += 1) await verify(environment, '')
    expect(await verify(environment, '')).toEqual({
      kind: 'refused',
      refusal: 'rate_limited',
      retryAfter: 60,
    })
  })
})

function verify({ auth, from }: TestEnvironment, token = 'no token') {
  return auth.verifyEmail({ token, from: from() })
}
