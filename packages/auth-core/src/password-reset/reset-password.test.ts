import { describe, expect, it } from '@jest/globals'
import { down } from '../../testing/index.ts'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'
import { PortError } from '../port-error.ts'

const done = { kind: 'password_reset' }
const invalid = { kind: 'refused', refusal: 'reset_token_invalid' }
const invalidCredentials = { kind: 'refused', refusal: 'invalid_credentials' }
const newPassword = 'battery staple'

describe('a reset password', () => {
  it('opens what the old one opened, and the old one nothing', async () => {
    const { stage, ada, resetToken } = await forgotten()
    expect(await reset(stage, resetToken)).toEqual(done)
    expect(await stage.logIn(ada)).toEqual(invalidCredentials)
    expect(await stage.logIn({ ...ada, password: newPassword })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('T-54: logs nobody in, and skips no code', async () => {
    const { stage, ada, resetToken } = await forgotten({ otpDefault: true })
    expect(Object.keys(await reset(stage, resetToken))).toEqual(['kind'])
    expect(await stage.logIn({ ...ada, password: newPassword })).toMatchObject({
      kind: 'otp_required',
    })
  })

  it('T-54: is told about by mail', async () => {
    const { stage, ada, resetToken } = await forgotten()
    await reset(stage, resetToken)
    expect(await stage.mails('password_changed')).toEqual([
      {
        kind: 'password_changed',
        to: ada.email,
        organization: 'Acme Ltd',
        username: ada.username,
        at: stage.ports.clock.now(),
      },
    ])
  })

  it('is on record, without the token and the password', async () => {
    const { stage, ada, resetToken } = await forgotten()
    await reset(stage, resetToken)
    const events = await stage.audit('password_reset')
    expect(events).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, tenantId: 'acme', network: '192.0.2.1' },
    ])
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`${resetToken}|${newPassword}`))
  })

  it('T-18: is that of one account, not of another with the same address', async () => {
    const stage = createStage()
    const corp = await stage.signUp({ organizationName: 'Corp' })
    await stage.signUp({ organizationName: 'Evil', password: 'attacker1' })
    const attacker = { ...corp, password: 'attacker1' }
    const { token } = outcomeOf('authenticated', await stage.logIn(attacker))
    await stage.auth.forgotPassword({ email: corp.email, from: stage.from() })
    const { accounts } = await stage.lastMail('password_reset')
    await reset(stage, accounts.find(({ username }) => username === 'ada-corp')?.token)

    expect(await stage.logIn(corp)).toEqual(invalidCredentials)
    expect(await stage.logIn(attacker)).toMatchObject({ user: { tenant: { id: 'evil' } } })
    expect(await stage.logIn({ ...corp, password: newPassword })).toMatchObject({
      user: { tenant: { id: 'corp' } },
    })
    expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
      kind: 'refreshed',
    })
  })
})

describe('T-53: what the old password had opened', () => {
  it('is closed: no session is renewed', async () => {
    const { stage, ada, resetToken } = await forgotten()
    const sessions = [await stage.logIn(ada), await stage.logIn(ada, { client: 'cli' })]
    await reset(stage, resetToken)
    for (const session of sessions) {
      const { token } = outcomeOf('authenticated', session)
      expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
        refusal: 'session_ended',
      })
    }
  })

  it('is closed: no session token opens a tenant', async () => {
    const { stage, ada, resetToken } = await forgotten()
    const { sessionToken } = outcomeOf('authenticated', await stage.logIn(ada))
    await reset(stage, resetToken)
    const command = { sessionToken, tenantId: 'acme', from: stage.from() }
    expect(await stage.auth.selectTenant(command)).toMatchObject({ kind: 'refused' })
  })

  it('is closed: no code finishes a login', async () => {
    const { stage, ada, resetToken } = await forgotten({ otpDefault: true })
    await stage.logIn(ada)
    const { code } = await stage.lastMail('otp')
    await reset(stage, resetToken)
    const command = { username: ada.username, code, from: stage.from() }
    expect(await stage.auth.verifyOtp(command)).toMatchObject({ refusal: 'otp_invalid' })
  })

  it('is closed: no code of then finishes a login of now', async () => {
    const { stage, ada, resetToken } = await forgotten({ otpDefault: true })
    await stage.logIn(ada)
    const { code: old } = await stage.lastMail('otp')
    await reset(stage, resetToken)
    await stage.logIn({ ...ada, password: newPassword })
    const { code } = await stage.lastMail('otp')
    const verify = (guess: string) =>
      stage.auth.verifyOtp({ username: ada.username, code: guess, from: stage.from() })
    expect(await verify(old)).toMatchObject({ refusal: 'otp_invalid' })
    expect(await verify(code)).toMatchObject({ kind: 'authenticated' })
  })

  it('is closed: no code leaves that had not left yet', async () => {
    const { stage, ada, resetToken } = await forgotten({ otpDefault: true })
    await stage.logIn(ada)
    await reset(stage, resetToken)
    expect(await stage.mails('otp')).toEqual([])
  })
})

describe('T-53: a reset token', () => {
  it('works once', async () => {
    const { stage, resetToken } = await forgotten()
    await reset(stage, resetToken)
    expect(await reset(stage, resetToken)).toEqual(invalid)
  })

  it('works once of many at the same time', async () => {
    const { stage, resetToken } = await forgotten()
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => reset(stage, resetToken)))
    expect(outcomes.filter(({ kind }) => kind === 'password_reset')).toHaveLength(1)
    expect(outcomes.filter(({ kind }) => kind === 'refused')).toEqual(Array(9).fill(invalid))
    expect(await stage.mails('password_changed')).toHaveLength(1)
  })

  it('works until 30 minutes have passed, and not longer', async () => {
    const [inTime, late] = [await forgotten(), await forgotten()]
    inTime.stage.ports.clock.advance(30 * 60 - 0.001)
    late.stage.ports.clock.advance(30 * 60)
    expect(await reset(inTime.stage, inTime.resetToken)).toEqual(done)
    expect(await reset(late.stage, late.resetToken)).toEqual(invalid)
  })

  it.each([
    ['nothing', () => ''],
    ['made up', () => 'x'.repeat(43)],
    ['cut short', (token: string) => token.slice(0, -1)],
    ['altered', (token: string) => token.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))],
    ['in another case', (token: string) => token.toLowerCase()],
    ['followed by a space', (token: string) => `${token} `],
  ])('that is %s does nothing', async (_, change) => {
    const { stage, ada, resetToken } = await forgotten()
    expect(await reset(stage, change(resetToken))).toEqual(invalid)
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('T-04: is none of another kind', async () => {
    const { stage, ada } = await forgotten()
    const { token } = await stage.lastMail('verify_email')
    const entered = outcomeOf('authenticated', await stage.logIn(ada))
    for (const other of [token, entered.token, entered.sessionToken]) {
      expect(await reset(stage, other)).toEqual(invalid)
    }
  })

  it.each([
    ['account', (stage: Stage, id: string) => stage.changeAccount(id, { standing: 'disabled' })],
    ['tenant', (stage: Stage) => stage.changeTenant('acme', { standing: 'disabled' })],
  ])('of a disabled %s does nothing', async (_, disable) => {
    const { stage, ada, resetToken } = await forgotten()
    await disable(stage, ada.accountId)
    expect(await reset(stage, resetToken)).toEqual(invalid)
  })

  it('is limited for one network', async () => {
    const { stage } = await forgotten()
    for (let asked = 0; asked < 600; asked += 1) await reset(stage, '')
    expect(await reset(stage, '')).toMatchObject({ refusal: 'rate_limited', retryAfter: 60 })
  })
})

describe('T-53: a token is not burnt', () => {
  it.each([
    ['too_short', '1234567'],
    ['too_common', '12345678'],
    ['same_as_email', 'Ada@Example.com'],
    ['same_as_organization', 'acme industries'],
  ])('by a password that is %s', async (rule, password) => {
    const { stage, resetToken } = await forgotten({}, 'Acme Industries')
    const { errors } = outcomeOf('invalid', await reset(stage, resetToken, password))
    expect(errors).toMatchObject([{ field: 'newPassword', rule }])
    expect(JSON.stringify(errors)).not.toContain(password)
    expect(await reset(stage, resetToken)).toEqual(done)
  })

  it('by a credential store that fails, and nothing is closed', async () => {
    const { stage, ada, resetToken } = await forgotten()
    const { token } = outcomeOf('authenticated', await stage.logIn(ada))
    const broken = withSetPassword(stage, down('credential_store'))
    await expect(reset(broken, resetToken)).rejects.toThrow(PortError)
    expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
      kind: 'refreshed',
    })
    expect(await stage.mails('password_changed')).toEqual([])
    expect(await reset(stage, resetToken)).toEqual(done)
  })

  it('by one that did not answer in time, but what may be old is closed', async () => {
    const { stage, ada, resetToken } = await forgotten()
    const { token } = outcomeOf('authenticated', await stage.logIn(ada))
    const slow = withSetPassword(stage, down('credential_store', 'timeout'))
    await expect(reset(slow, resetToken)).rejects.toThrow(PortError)
    expect(await stage.auth.refresh({ token, from: stage.from() })).toMatchObject({
      refusal: 'session_ended',
    })
    expect(await reset(stage, resetToken)).toEqual(done)
  })

  it('but does not work for another while the first is at it', async () => {
    const { stage, resetToken } = await forgotten()
    const meanwhile: unknown[] = []
    const busy = withSetPassword(stage, async () => {
      meanwhile.push(await reset(stage, resetToken))
      throw new PortError('credential_store', 'unavailable')
    })
    await expect(reset(busy, resetToken)).rejects.toThrow(PortError)
    expect(meanwhile).toEqual([invalid])
    expect(await reset(stage, resetToken)).toEqual(done)
  })
})

async function forgotten(settings: Partial<Stage['settings']> = {}, organizationName = 'Acme') {
  const stage = createStage({ settings })
  const ada = await stage.signUp({ organizationName })
  await stage.auth.forgotPassword({ email: ada.email, from: stage.from() })
  const { accounts } = await stage.lastMail('password_reset')
  return { stage, ada, resetToken: accounts[0]?.token ?? '' }
}

function reset({ auth, from }: Stage, resetToken = '', password = newPassword) {
  return auth.resetPassword({ resetToken, newPassword: password, from: from() })
}

function withSetPassword(stage: Stage, setPassword: () => Promise<void>): Stage {
  const { credentialStore } = stage.ports
  return stage.with({ ports: { credentialStore: { ...credentialStore, setPassword } } })
}
