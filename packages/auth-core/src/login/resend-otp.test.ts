import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf, type Person, type Stage } from '../../testing/stage.ts'

describe('sending the code again', () => {
  it('sends the same code, and says for how long it is still good', async () => {
    const { stage, ada, sessionToken } = await waiting()
    stage.ports.clock.advance(90)
    expect(await resend(stage, sessionToken)).toEqual({
      kind: 'otp_resent',
      username: ada.username,
      minutes: 4,
    })
    const [first, second] = await stage.mails('otp')
    expect(second).toEqual({ ...first, minutes: 4 })
    expect(await verify(stage, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('does not make the code live any longer', async () => {
    const { stage, ada, sessionToken } = await waiting()
    stage.ports.clock.advance(299)
    expect(await resend(stage, sessionToken)).toMatchObject({ kind: 'otp_resent', minutes: 1 })
    const { code } = await stage.lastMail('otp')
    stage.ports.clock.advance(1)
    const late = { username: ada.username, code, from: stage.from() }
    expect(await stage.auth.verifyOtp(late)).toMatchObject({ refusal: 'otp_invalid' })
  })

  it('gives nobody more guesses', async () => {
    const { stage, ada, sessionToken } = await waiting()
    const guess = (code: string) =>
      stage.auth.verifyOtp({ username: ada.username, code, sessionToken, from: stage.from() })
    for (let guessed = 0; guessed < 4; guessed += 1) await guess('wrong!')
    stage.ports.clock.advance(30)
    await resend(stage, sessionToken)
    await guess('wrong!')
    const { code } = await stage.lastMail('otp')
    expect(await guess(code)).toMatchObject({ refusal: 'otp_invalid' })
  })

  it('T-07: sends nothing within 30 seconds of the last mail', async () => {
    const { stage, sessionToken } = await waiting()
    stage.ports.clock.advance(29)
    expect(await resend(stage, sessionToken)).toMatchObject({ kind: 'otp_resent' })
    stage.ports.clock.advance(1)
    await resend(stage, sessionToken)
    stage.ports.clock.advance(29)
    await resend(stage, sessionToken)
    expect(await stage.mails('otp')).toHaveLength(2)
  })

  it('T-07: counts like a new code, five in 15 minutes', async () => {
    const { stage, ada, sessionToken } = await waiting()
    for (let sent = 1; sent < 5; sent += 1) {
      stage.ports.clock.advance(30)
      expect(await resend(stage, sessionToken)).toMatchObject({ kind: 'otp_resent' })
    }
    stage.ports.clock.advance(30)
    expect(await resend(stage, sessionToken)).toMatchObject({ refusal: 'rate_limited' })
    expect(await stage.logIn(ada)).toMatchObject({ refusal: 'rate_limited' })
    expect(await stage.mails('otp')).toHaveLength(5)
  })

  it('means the newest code when several are waited for', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    await stage.signUp({ organizationName: 'Globex' })
    const choice = outcomeOf('tenant_selection_required', await stage.logIn(ada))
    for (const tenantId of ['globex', 'acme']) {
      await stage.auth.selectTenant({ ...choice, tenantId, from: stage.from() })
      stage.ports.clock.advance(30)
    }
    expect(await resend(stage, choice.sessionToken)).toMatchObject({ username: 'ada-acme' })
    expect(await stage.lastMail('otp')).toMatchObject({ organization: 'Acme Ltd' })
  })

  it('is on record', async () => {
    const { stage, ada, sessionToken } = await waiting()
    stage.ports.clock.advance(30)
    await resend(stage, sessionToken)
    expect(await stage.audit('otp_sent')).toMatchObject([
      { accountId: ada.accountId, detail: {} },
      { accountId: ada.accountId, detail: { again: 'yes' } },
    ])
  })
})

describe('nothing is sent again', () => {
  const otpInvalid = { kind: 'refused', refusal: 'otp_invalid' }

  it('T-85: while the mail server is down', async () => {
    const { stage, sessionToken } = await waiting()
    stage.ports.clock.advance(30)
    const cutOff = stage.with({ ports: { mailIsUp: () => false } })
    expect(await resend(cutOff, sessionToken)).toEqual({
      kind: 'refused',
      refusal: 'mail_unavailable',
      retryAfter: 30,
    })
  })

  it('once the code was used', async () => {
    const { stage, ada, sessionToken } = await waiting()
    await verify(stage, ada)
    expect(await resend(stage, sessionToken)).toEqual(otpInvalid)
  })

  it('once the code has expired', async () => {
    const { stage, sessionToken } = await waiting()
    stage.ports.clock.advance(300)
    expect(await resend(stage, sessionToken)).toEqual(otpInvalid)
  })

  it('T-14: once the account is disabled', async () => {
    const { stage, ada, sessionToken } = await waiting()
    await stage.changeAccount(ada.accountId, { standing: 'disabled' })
    expect(await resend(stage, sessionToken)).toEqual(otpInvalid)
  })

  it('for the login of somebody else', async () => {
    const { stage } = await waiting()
    const mallory = await stage.signUp({ organizationName: 'Evil', email: 'm@evil.com' })
    const { sessionToken } = outcomeOf('otp_required', await stage.logIn(mallory))
    stage.ports.clock.advance(30)
    expect(await resend(stage, sessionToken)).toMatchObject({ username: mallory.username })
    expect((await stage.mails('otp')).map(({ to }) => to)).toEqual([
      'ada@example.com',
      'm@evil.com',
      'm@evil.com',
    ])
  })

  it('without a session token', async () => {
    const { stage } = await waiting()
    expect(await resend(stage, 'made up')).toMatchObject({ refusal: 'session_token_invalid' })
  })

  it('more often than any network may ask for anything', async () => {
    const { stage } = await waiting()
    for (let asked = 0; asked < 600; asked += 1) await resend(stage, '')
    expect(await resend(stage, '')).toMatchObject({ refusal: 'rate_limited', retryAfter: 60 })
  })
})

async function waiting() {
  const stage = createStage({ settings: { otpDefault: true } })
  const ada = await stage.signUp()
  const { sessionToken } = outcomeOf('otp_required', await stage.logIn(ada))
  await stage.mails('otp')
  return { stage, ada, sessionToken }
}

function resend({ auth, from }: Stage, sessionToken: string) {
  return auth.resendOtp({ sessionToken, from: from() })
}

async function verify(stage: Stage, { username }: Person) {
  const { code } = await stage.lastMail('otp')
  return stage.auth.verifyOtp({ username, code, from: stage.from() })
}
