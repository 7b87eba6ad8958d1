import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import type { CredentialStore } from '../ports/credential-store.ts'
import { PortError } from '../ports/port-error.ts'

const done = { kind: 'password_reset' }
const invalid = { kind: 'refused', refusal: 'reset_token_invalid' }
const invalidCredentials = { kind: 'refused', refusal: 'invalid_credentials' }
const newPassword = 'battery staple'

describe('a reset password', () => {
  it('opens what the old one opened, and the old one nothing', async () => {
    const { environment, ada, resetToken } = await forgotten()
    expect(await reset(environment, resetToken)).toEqual(done)
    expect(await environment.logIn(ada)).toEqual(invalidCredentials)
    expect(await environment.logIn({ ...ada, password: newPassword })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('T-54: logs nobody in, and skips no code', async () => {
    const { environment, ada, resetToken } = await forgotten({ otpDefault: true })
    expect(Object.keys(await reset(environment, resetToken))).toEqual(['kind'])
    expect(await environment.logIn({ ...ada, password: newPassword })).toMatchObject({
      kind: 'otp_required',
    })
  })

  it('T-15: lets in who reads the mailbox, past the code, but not unnoticed', async () => {
    const { environment, ada, resetToken } = await forgotten({ otpDefault: true })
    outcomeOf('password_reset', await reset(environment, resetToken))
    const stranger = { network: '203.0.113.9' }
    const begun = await environment.logIn({ ...ada, password: newPassword }, stranger)
    const { username } = outcomeOf('otp_required', begun)
    const { code } = await environment.lastMail('otp')
    const guess = { username, code, from: environment.from(stranger) }
    outcomeOf('authenticated', await environment.auth.verifyOtp(guess))
    expect(await environment.lastMail('password_changed')).toMatchObject({ to: ada.email })
    expect((await environment.audit('login')).at(-1)).toMatchObject({ network: '203.0.113.9' })
  })

  it('T-54: is told about by mail', async () => {
    const { environment, ada, resetToken } = await forgotten()
    await reset(environment, resetToken)
    expect(await environment.mails('password_changed')).toEqual([
      {
        kind: 'password_changed',
        to: ada.email,
        organization: 'Acme Ltd',
        username: ada.username,
        at: environment.ports.clock.now(),
      },
    ])
  })

  it('is on record, without the token and the password', async () => {
    const { environment, ada, resetToken } = await forgotten()
    await reset(environment, resetToken)
    const events = await environment.audit('password_reset')
    expect(events).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', network: '192.0.2.1' },
    ])
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${resetToken}|${newPassword}`))
  })

  it('T-18: is that of one account, not of another with the same address', async () => {
    const environment = createTestEnvironment()
    const corp = await environment.signUp({ organizationName: 'Corp' })
    await environment.signUp({ organizationName: 'Evil', password: 'attacker1' })
    const attacker = { ...corp, password: 'attacker1' }
    const { token } = outcomeOf('authenticated', await environment.logIn(attacker))
    await environment.auth.forgotPassword({ email: corp.email, from: environment.from() })
    const { accounts } = await environment.lastMail('password_reset')
    await reset(environment, accounts.find(({ username }) => username === 'ada-corp')?.token)

    expect(await environment.logIn(corp)).toEqual(invalidCredentials)
    expect(await environment.logIn(attacker)).toMatchObject({ user: { tenant: { id: 'evil' } } })
    expect(await environment.logIn({ ...corp, password: newPassword })).toMatchObject({
      user: { tenant: { id: 'corp' } },
    })
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      kind: 'refreshed',
    })
  })
})

describe('T-17: a new password for an account that is not confirmed', () => {
  it('confirms the address, since its mailbox has the token', async () => {
    const { environment, ada, resetToken } = await forgotten()
    await reset(environment, resetToken)
    expect(await environment.account(ada.accountId)).toMatchObject({ emailVerified: true })
  })

  it('replaces the API key, which a stranger may have handed out', async () => {
    const { environment, ada, resetToken } = await forgotten()
    const before = await environment.account(ada.accountId)
    await reset(environment, resetToken)
    const after = await environment.account(ada.accountId)
    expect(after?.apiKey).not.toBe(before?.apiKey)
  })

  it('leaves no link that confirms the address', async () => {
    const { environment, resetToken } = await forgotten()
    const { token } = await environment.lastMail('verify_email')
    await reset(environment, resetToken)
    const command = { token, newPassword: 'a third password', from: environment.from() }
    expect(await environment.auth.verifyEmail(command)).toMatchObject({
      refusal: 'verification_token_invalid',
    })
  })

  it('leaves the API key of a confirmed one as it is', async () => {
    const { environment, ada, resetToken } = await forgotten()
    await environment.changeAccount(ada.accountId, { emailVerified: true })
    const before = await environment.account(ada.accountId)
    await reset(environment, resetToken)
    const after = await environment.account(ada.accountId)
    expect(after?.apiKey).toBe(before?.apiKey)
  })

  it('is refused when the account is kept out while it is being set, and opens nothing', async () => {
    const { environment, ada, resetToken } = await forgotten()
    const { setPassword } = environment.ports.credentialStore
    const disabling = withSetPassword(environment, async (...parameters) => {
      await setPassword(...parameters)
      await environment.changeAccount(ada.accountId, { status: 'disabled' })
    })
    expect(await reset(disabling, resetToken)).toEqual(invalid)
    expect(await environment.account(ada.accountId)).toMatchObject({
      status: 'disabled',
      emailVerified: false,
    })
  })
})

describe('T-53: what the old password had opened', () => {
  it('is closed: no session is renewed', async () => {
    const { environment, ada, resetToken } = await forgotten()
    const sessions = [await environment.logIn(ada), await environment.logIn(ada, { client: 'cli' })]
    await reset(environment, resetToken)
    for (const session of sessions) {
      const { token } = outcomeOf('authenticated', session)
      expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
        refusal: 'session_ended',
      })
    }
  })

  it('is closed: no session token opens a tenant', async () => {
    const { environment, ada, resetToken } = await forgotten()
    const { sessionToken } = outcomeOf('authenticated', await environment.logIn(ada))
    await reset(environment, resetToken)
    const command = { sessionToken, tenantId: 'acme', from: environment.from() }
    expect(await environment.auth.selectTenant(command)).toMatchObject({ kind: 'refused' })
  })

  it('is closed: no code finishes a login', async () => {
    const { environment, ada, resetToken } = await forgotten({ otpDefault: true })
    await environment.logIn(ada)
    const { code } = await environment.lastMail('otp')
    await reset(environment, resetToken)
    const command = { username: ada.username, code, from: environment.from() }
    expect(await environment.auth.verifyOtp(command)).toMatchObject({ refusal: 'otp_invalid' })
  })

  it('is closed: no code of then finishes a login of now', async () => {
    const { environment, ada, resetToken } = await forgotten({ otpDefault: true })
    await environment.logIn(ada)
    const { code: old } = await environment.lastMail('otp')
    await reset(environment, resetToken)
    await environment.logIn({ ...ada, password: newPassword })
    const { code } = await environment.lastMail('otp')
    const verify = (guess: string) =>
      environment.auth.verifyOtp({ username: ada.username, code: guess, from: environment.from() })
    expect(await verify(old)).toMatchObject({ refusal: 'otp_invalid' })
    expect(await verify(code)).toMatchObject({ kind: 'authenticated' })
  })

  it('is closed: no code leaves that had not left yet', async () => {
    const { environment, ada, resetToken } = await forgotten({ otpDefault: true })
    await environment.logIn(ada)
    await reset(environment, resetToken)
    expect(await environment.mails('otp')).toEqual([])
  })
})

describe('T-53: a reset token', () => {
  it('works once', async () => {
    const { environment, resetToken } = await forgotten()
    await reset(environment, resetToken)
    expect(await reset(environment, resetToken)).toEqual(invalid)
  })

  it('works once of many at the same time', async () => {
    const { environment, resetToken } = await forgotten()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => reset(environment, resetToken)),
    )
    expect(outcomes.filter(({ kind }) => kind === 'password_reset')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual(Array(9).fill(invalid))
    expect(await environment.mails('password_changed')).toHaveLength(1)
  })

  it('works until 30 minutes have passed, and not longer', async () => {
    const [inTime, late] = [await forgotten(), await forgotten()]
    inTime.environment.ports.clock.advance(30 * 60 - 0.001)
    late.environment.ports.clock.advance(30 * 60)
    expect(await reset(inTime.environment, inTime.resetToken)).toEqual(done)
    expect(await reset(late.environment, late.resetToken)).toEqual(invalid)
  })

  it.each([
    ['nothing', () => ''],
    ['made up', () => 'x'.repeat(43)],
    ['cut short', (token: string) => token.slice(0, -1)],
    ['altered', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['in another case', (token: string) => token.toLowerCase()],
    ['followed by a space', (token: string) => `${token} `],
  ])('that is %s does nothing', async (_, change) => {
    const { environment, ada, resetToken } = await forgotten()
    expect(await reset(environment, change(resetToken))).toEqual(invalid)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('T-04: is none of another kind', async () => {
    const { environment, ada } = await forgotten()
    const { token } = await environment.lastMail('verify_email')
    const entered = outcomeOf('authenticated', await environment.logIn(ada))
    for (const other of [token, entered.token, entered.sessionToken]) {
      expect(await reset(environment, other)).toEqual(invalid)
    }
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
  ])('of a disabled %s does nothing', async (_, disable) => {
    const { environment, ada, resetToken } = await forgotten()
    await disable(environment, ada.accountId)
    expect(await reset(environment, resetToken)).toEqual(invalid)
  })

  it('is limited for one network', async () => {
    const { environment } = await forgotten()
    for (let asked = 0; asked < 600; asked += 1) await reset(environment, '')
    expect(await reset(environment, '')).toMatchObject({ refusal: 'rate_limited', retryAfter: 60 })
  })
})

describe('T-53: a token is not burnt', () => {
  it.each([
    ['too_short', '1234567'],
    ['too_common', '12345678'],
    ['same_as_email', 'Ada@Example.com'],
    ['same_as_organization', 'acme industries'],
  ])('by a password that is %s', async (rule, password) => {
    const { environment, resetToken } = await forgotten({}, 'Acme Industries')
    const { errors } = outcomeOf('invalid', await reset(environment, resetToken, password))
    expect(errors).toMatchObject([{ field: 'newPassword', rule }])
    expect(JSON.stringify(errors)).not.toContain(password)
    expect(await reset(environment, resetToken)).toEqual(done)
  })

  it('by a credential store that fails, and nothing is closed', async () => {
    const { environment, ada, resetToken } = await forgotten()
    const { token } = outcomeOf('authenticated', await environment.logIn(ada))
    const broken = withSetPassword(environment, down('credential_store'))
    await expect(reset(broken, resetToken)).rejects.toThrow(PortError)
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      kind: 'refreshed',
    })
    expect(await environment.mails('password_changed')).toEqual([])
    expect(await reset(environment, resetToken)).toEqual(done)
  })

  it('by one that did not answer in time, but what may be old is closed', async () => {
    const { environment, ada, resetToken } = await forgotten()
    const { token } = outcomeOf('authenticated', await environment.logIn(ada))
    const slow = withSetPassword(environment, down('credential_store', 'timeout'))
    await expect(reset(slow, resetToken)).rejects.toThrow(PortError)
    expect(await environment.auth.refresh({ token, from: environment.from() })).toMatchObject({
      refusal: 'session_ended',
    })
    environment.ports.clock.advance(60)
    expect(await reset(environment, resetToken)).toEqual(done)
  })

  it('F-4: by one that may still act, but nothing else is set before that has ended', async () => {
    const { environment, ada, resetToken } = await forgotten()
    const { setPassword } = environment.ports.credentialStore
    let late = async () => {}
    const slow = withSetPassword(environment, async (...parameters) => {
      late = () => setPassword(...parameters)
      throw new PortError('credential_store', 'timeout')
    })
    const second = { ...ada, password: 'the second password' }
    await expect(reset(slow, resetToken)).rejects.toMatchObject({ failure: 'timeout' })
    environment.ports.clock.advance(59)
    await expect(reset(environment, resetToken, second.password)).rejects.toMatchObject({
      port: 'credential_store',
      failure: 'unavailable',
    })
    await late()
    environment.ports.clock.advance(1)
    expect(await reset(environment, resetToken, second.password)).toEqual(done)
    expect(await environment.logIn(second)).toMatchObject({ kind: 'authenticated' })
  })

  it('F-4: and the store is told under which claim the password is set', async () => {
    const { environment, resetToken } = await forgotten()
    const claims: unknown[] = []
    const watched = withSetPassword(environment, async (_user, _password, claim) => {
      claims.push(claim)
    })
    expect(await reset(watched, resetToken)).toEqual(done)
    expect(claims).toMatchObject([{ purpose: 'reset_password', lease: { by: '' } }])
  })

  it('but does not work for another while the first is at it', async () => {
    const { environment, resetToken } = await forgotten()
    const meanwhile: unknown[] = []
    const busy = withSetPassword(environment, async () => {
      meanwhile.push(await reset(environment, resetToken).catch((error: unknown) => error))
      throw new PortError('credential_store', 'unavailable')
    })
    await expect(reset(busy, resetToken)).rejects.toThrow(PortError)
    expect(meanwhile).toMatchObject([{ port: 'credential_store', failure: 'unavailable' }])
    expect(await reset(environment, resetToken)).toEqual(done)
  })
})

async function forgotten(
  settings: Partial<TestEnvironment['settings']> = {},
  organizationName = 'Acme',
) {
  const environment = createTestEnvironment({ settings })
  const ada = await environment.signUp({ organizationName })
  await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
  const { accounts } = await environment.lastMail('password_reset')
  return { environment, ada, resetToken: accounts[0]?.token ?? '' }
}

function reset({ auth, from }: TestEnvironment, resetToken = '', password = newPassword) {
  return auth.resetPassword({ resetToken, newPassword: password, from: from() })
}

function withSetPassword(
  environment: TestEnvironment,
  setPassword: CredentialStore['setPassword'],
): TestEnvironment {
  const { credentialStore } = environment.ports
  return environment.with({ ports: { credentialStore: { ...credentialStore, setPassword } } })
}
