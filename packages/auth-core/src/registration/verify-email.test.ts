import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'

const invalid = { kind: 'refused', refusal: 'verification_token_invalid' }

describe('verifying an email address', () => {
  it('trusts the address from then on', async () => {
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

describe('T-92: the token alone', () => {
  it('is no proof, and is not used up', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    const from = environment.from()
    const { errors } = outcomeOf('invalid', await environment.auth.verifyEmail({ token, from }))
    expect(errors).toMatchObject([{ field: 'password', rule: 'required' }])
    expect(await environment.account(ada.accountId)).toMatchObject({ emailVerified: false })
    expect(await verify(environment, token)).toMatchObject({ kind: 'email_verified' })
  })

  it('is not checked together with two passwords', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    const both = { token, password: 'correct horse', newPassword: 'battery staple' }
    const outcome = await environment.auth.verifyEmail({ ...both, from: environment.from() })
    expect(outcomeOf('invalid', outcome).errors).toMatchObject([
      { field: 'newPassword', rule: 'one_of' },
    ])
  })
})

describe('T-92: confirming with the password of the sign-up', () => {
  it('changes nothing else', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token: session } = outcomeOf('authenticated', await environment.logIn(ada))
    const before = await environment.account(ada.accountId)
    const { token } = await environment.lastMail('verify_email')
    await verify(environment, token)
    expect(await environment.account(ada.accountId)).toEqual({ ...before, emailVerified: true })
    expect(await refresh(environment, session)).toMatchObject({ kind: 'refreshed' })
    expect(await environment.mails('password_changed')).toEqual([])
  })

  it('is refused with a wrong one, which is on record and burns nothing', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    expect(await verify(environment, token, 'wrong horse')).toEqual(wrong)
    expect(await environment.audit('email_verified')).toMatchObject([
      { outcome: 'refused', accountId: ada.accountId, tenantId: 'acme' },
    ])
    expect(await verify(environment, token)).toMatchObject({ kind: 'email_verified' })
  })

  it('counts a wrong one like a failed login', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    for (let tried = 0; tried < 11; tried += 1) await verify(environment, token, 'wrong horse')
    expect(await environment.logIn(ada)).toMatchObject({ refusal: 'rate_limited' })
    expect(await verify(environment, token)).toMatchObject({ refusal: 'rate_limited' })
  })

  it('counts nothing while the credential store is away, and can be repeated', async () => {
    const environment = createTestEnvironment()
    await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    const checkPassword = down('credential_store')
    const credentialStore = { ...environment.ports.credentialStore, checkPassword }
    const broken = environment.with({ ports: { credentialStore } })
    for (let tried = 0; tried < 12; tried += 1) {
      await expect(verify(broken, token)).rejects.toThrow(PortError)
    }
    expect(await verify(environment, token)).toMatchObject({ kind: 'email_verified' })
  })

  it('T-14: is refused when it was replaced while it was being checked', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token } = await environment.lastMail('verify_email')
    const checkPassword = async () => {
      await environment.changeAccount(ada.accountId, { credentialVersion: 2 })
      return { accepted: true, groups: [] } as const
    }
    const credentialStore = { ...environment.ports.credentialStore, checkPassword }
    expect(await verify(environment.with({ ports: { credentialStore } }), token)).toEqual(wrong)
  })
})

describe('T-92: confirming while signed in to the account', () => {
  it('needs no password, and changes nothing else', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token: session } = outcomeOf('authenticated', await environment.logIn(ada))
    const before = await environment.account(ada.accountId)
    expect(await verifyAs(environment, session)).toMatchObject({ kind: 'email_verified' })
    expect(await environment.account(ada.accountId)).toEqual({ ...before, emailVerified: true })
  })

  it('is forbidden to another account of the same address', async () => {
    const environment = createTestEnvironment()
    const other = await environment.signUp({ organizationName: 'Globex', password: 'other horse' })
    const { token: session } = outcomeOf('authenticated', await environment.logIn(other))
    await environment.signUp()
    expect(await verifyAs(environment, session)).toEqual({ kind: 'refused', refusal: 'forbidden' })
  })

  it('is refused once the session has ended, or with a token that is none', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { token: session } = outcomeOf('authenticated', await environment.logIn(ada))
    await environment.auth.logOut({ token: session, from: environment.from() })
    expect(await verifyAs(environment, session)).toMatchObject({ refusal: 'session_ended' })
    expect(await verifyAs(environment, 'none')).toMatchObject({ refusal: 'token_invalid' })
    const { token } = await environment.lastMail('verify_email')
    expect(await verify(environment, token)).toMatchObject({ kind: 'email_verified' })
  })
})

const wrong = { kind: 'refused', refusal: 'invalid_credentials' }

function verify({ auth, from }: TestEnvironment, token = 'no token', password = 'correct horse') {
  return auth.verifyEmail({ token, password, from: from() })
}

async function verifyAs(environment: TestEnvironment, accessToken: string) {
  const { token } = await environment.lastMail('verify_email')
  return environment.auth.verifyEmail({ token, accessToken, from: environment.from() })
}

function refresh({ auth, from }: TestEnvironment, token: string) {
  return auth.refresh({ token, from: from() })
}
