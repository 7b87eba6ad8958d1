import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'

describe('sending the code again', () => {
  it('sends the same code, and says for how long it is still good', async () => {
    const { environment, ada, sessionToken } = await waiting()
    environment.ports.clock.advance(90)
    expect(await resend(environment, sessionToken)).toEqual({
      kind: 'otp_resent',
      username: ada.username,
      minutes: 4,
      resendAfter: 30,
    })
    const [first, second] = await environment.mails('otp')
    expect(second).toEqual({ ...first, minutes: 4 })
    expect(await verify(environment, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('does not make the code live any longer', async () => {
    const { environment, ada, sessionToken } = await waiting()
    environment.ports.clock.advance(299)
    expect(await resend(environment, sessionToken)).toMatchObject({
      kind: 'otp_resent',
      minutes: 1,
    })
    const { code } = await environment.lastMail('otp')
    environment.ports.clock.advance(1)
    const late = { username: ada.username, code, from: environment.from() }
    expect(await environment.auth.verifyOtp(late)).toMatchObject({ refusal: 'otp_invalid' })
  })

  it('gives nobody more guesses', async () => {
    const { environment, ada, sessionToken } = await waiting()
    const guess = (code: string) =>
      environment.auth.verifyOtp({
        username: ada.username,
        code,
        sessionToken,
        from: environment.from(),
      })
    for (let guessed = 0; guessed < 4; guessed += 1) await guess('wrong!')
    environment.ports.clock.advance(30)
    await resend(environment, sessionToken)
    await guess('wrong!')
    const { code } = await environment.lastMail('otp')
    expect(await guess(code)).toMatchObject({ refusal: 'otp_invalid' })
  })

  it('T-07: is refused within 30 seconds of the last mail, and says how long', async () => {
    const { environment, sessionToken } = await waiting()
    const tooSoon = { kind: 'refused', refusal: 'rate_limited' }
    environment.ports.clock.advance(10)
    expect(await resend(environment, sessionToken)).toEqual({ ...tooSoon, retryAfter: 20 })
    environment.ports.clock.advance(19.5)
    expect(await resend(environment, sessionToken)).toEqual({ ...tooSoon, retryAfter: 1 })
    environment.ports.clock.advance(0.5)
    expect(await resend(environment, sessionToken)).toMatchObject({ kind: 'otp_resent' })
    expect(await resend(environment, sessionToken)).toEqual({ ...tooSoon, retryAfter: 30 })
    expect(await environment.mails('otp')).toHaveLength(2)
  })

  it('a login says when the code may be sent again', async () => {
    const { environment, ada } = await waiting()
    const login = async () => outcomeOf('otp_required', await environment.logIn(ada)).resendAfter
    environment.ports.clock.advance(12)
    expect(await login()).toBe(18)
    environment.ports.clock.advance(18)
    expect(await login()).toBe(30)
  })

  it('T-07: counts like a new code, five in 15 minutes', async () => {
    const { environment, ada, sessionToken } = await waiting()
    for (let sent = 1; sent < 5; sent += 1) {
      environment.ports.clock.advance(30)
      expect(await resend(environment, sessionToken)).toMatchObject({ kind: 'otp_resent' })
    }
    environment.ports.clock.advance(30)
    expect(await resend(environment, sessionToken)).toMatchObject({ refusal: 'rate_limited' })
    expect(await environment.logIn(ada)).toMatchObject({ refusal: 'rate_limited' })
    expect(await environment.mails('otp')).toHaveLength(5)
  })

  it('means the newest code when several are waited for', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    await environment.signUp({ organizationName: 'Globex' })
    const choice = outcomeOf('tenant_selection_required', await environment.logIn(ada))
    for (const tenantId of ['globex', 'acme']) {
      await environment.auth.selectTenant({ ...choice, tenantId, from: environment.from() })
      environment.ports.clock.advance(30)
    }
    expect(await resend(environment, choice.sessionToken)).toMatchObject({ username: 'ada-acme' })
    expect(await environment.lastMail('otp')).toMatchObject({ organization: 'Acme Ltd' })
  })

  it('is on record', async () => {
    const { environment, ada, sessionToken } = await waiting()
    environment.ports.clock.advance(30)
    await resend(environment, sessionToken)
    expect(await environment.audit('otp_sent')).toMatchObject([
      { accountId: ada.accountId, detail: {} },
      { accountId: ada.accountId, detail: { again: 'yes' } },
    ])
  })
})

describe('nothing is sent again', () => {
  const otpInvalid = { kind: 'refused', refusal: 'otp_invalid' }

  it('T-85: while the mail server is down', async () => {
    const { environment, sessionToken } = await waiting()
    environment.ports.clock.advance(30)
    const cutOff = environment.with({ ports: { mailIsUp: () => false } })
    expect(await resend(cutOff, sessionToken)).toEqual({
      kind: 'refused',
      refusal: 'mail_unavailable',
      retryAfter: 30,
    })
  })

  it('once the code was used', async () => {
    const { environment, ada, sessionToken } = await waiting()
    await verify(environment, ada)
    expect(await resend(environment, sessionToken)).toEqual(otpInvalid)
  })

  it('once the code has expired', async () => {
    const { environment, sessionToken } = await waiting()
    environment.ports.clock.advance(300)
    expect(await resend(environment, sessionToken)).toEqual(otpInvalid)
  })

  it('T-14: once the account is disabled', async () => {
    const { environment, ada, sessionToken } = await waiting()
    await environment.changeAccount(ada.accountId, { status: 'disabled' })
    expect(await resend(environment, sessionToken)).toEqual(otpInvalid)
  })

  it('for the login of somebody else', async () => {
    const { environment } = await waiting()
    const mallory = await environment.signUp({ organizationName: 'Evil', email: 'm@evil.com' })
    const { sessionToken } = outcomeOf('otp_required', await environment.logIn(mallory))
    environment.ports.clock.advance(30)
    expect(await resend(environment, sessionToken)).toMatchObject({ username: mallory.username })
    expect((await environment.mails('otp')).map(({ to }) => to)).toEqual([
      'ada@example.com',
      'm@evil.com',
      'm@evil.com',
    ])
  })

  it('without a session token', async () => {
    const { environment } = await waiting()
    expect(await resend(environment, 'made up')).toMatchObject({ refusal: 'session_token_invalid' })
  })

  it('more often than any network may ask for anything', async () => {
    const { environment } = await waiting()
    for (let asked = 0; asked < 600; asked += 1) await resend(environment, '')
    expect(await resend(environment, '')).toMatchObject({ refusal: 'rate_limited', retryAfter: 60 })
  })
})

async function waiting() {
  const environment = createTestEnvironment({ settings: { otpDefault: true } })
  const ada = await environment.signUp()
  const { sessionToken } = outcomeOf('otp_required', await environment.logIn(ada))
  await environment.mails('otp')
  return { environment, ada, sessionToken }
}

function resend({ auth, from }: TestEnvironment, sessionToken: string) {
  return auth.resendOtp({ sessionToken, from: from() })
}

async function verify(environment: TestEnvironment, { username }: Person) {
  const { code } = await environment.lastMail('otp')
  return environment.auth.verifyOtp({ username, code, from: environment.from() })
}
