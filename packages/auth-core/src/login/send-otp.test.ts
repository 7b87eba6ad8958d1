import { describe, expect, it } from '@jest/globals'
import { createStage, outcomeOf, type Person, type Stage } from '../../testing/stage.ts'

describe('sending a code', () => {
  it('mails six digits to the address of the account, good for as long as it says', async () => {
    const { stage, ada } = await guarded()
    await stage.logIn(ada)
    expect(await stage.lastMail('otp')).toEqual({
      kind: 'otp',
      to: 'ada@example.com',
      organization: 'Acme Ltd',
      code: expect.stringMatching(/^[0-9]{6}$/),
      minutes: 5,
    })
  })

  it('is on record, without the code', async () => {
    const { stage, ada } = await guarded()
    await stage.logIn(ada)
    const { code } = await stage.lastMail('otp')
    const events = await stage.audit('otp_sent')
    expect(events).toMatchObject([{ accountId: ada.accountId, tenantId: 'acme', client: 'ui' }])
    expect(JSON.stringify(events)).not.toContain(code)
  })

  it('keeps no code with the challenge', async () => {
    const { stage, ada } = await guarded()
    stage.ports.secrets.forceOtpCode('271828')
    await stage.logIn(ada)
    const challenge = await challengeOf(stage, ada)
    expect(challenge).toMatchObject({ accountId: ada.accountId })
    expect(JSON.stringify(challenge)).not.toContain('271828')
  })

  it('follows the minutes of the operator', async () => {
    const { stage, ada } = await guarded({ otpMinutes: 2 })
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'otp_required', minutes: 2 })
    expect(await stage.lastMail('otp')).toMatchObject({ minutes: 2 })
    const { createdAt, expiresAt } = (await challengeOf(stage, ada)) ?? {}
    expect(Number(expiresAt) - Number(createdAt)).toBe(120_000)
  })

  it('tells whole minutes where the operator set a fraction', async () => {
    const { stage, ada } = await guarded({ otpMinutes: 1.5 })
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'otp_required', minutes: 2 })
    expect(await stage.lastMail('otp')).toMatchObject({ minutes: 2 })
  })
})

describe('T-07: asking for a code again', () => {
  it('within 30 seconds sends nothing, and the code stays good', async () => {
    const { stage, ada } = await guarded()
    await stage.logIn(ada)
    stage.ports.clock.advance(29.999)
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'otp_required', username: ada.username })
    expect(await stage.mails('otp')).toHaveLength(1)
    expect(await verify(stage, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('after 30 seconds sends another one', async () => {
    const { stage, ada } = await guarded()
    await stage.logIn(ada)
    stage.ports.clock.advance(30)
    await stage.logIn(ada)
    expect(await stage.mails('otp')).toHaveLength(2)
  })

  it('sends no more than five in 15 minutes, and leaves the last one good', async () => {
    const { stage, ada } = await guarded()
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await stage.logIn(ada)).toMatchObject({ kind: 'otp_required' })
      stage.ports.clock.advance(30)
    }
    expect(await stage.logIn(ada)).toEqual({
      kind: 'refused',
      refusal: 'rate_limited',
      retryAfter: 900,
    })
    expect(await stage.mails('otp')).toHaveLength(5)
    expect(await verify(stage, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('counts by the account, and each mail for 15 minutes', async () => {
    const { stage, ada } = await guarded()
    const grace = await stage.signUp({ organizationName: 'Globex', email: 'grace@example.com' })
    for (let sent = 0; sent < 5; sent += 1) {
      await stage.logIn(ada)
      stage.ports.clock.advance(60)
    }
    expect(await stage.logIn(grace)).toMatchObject({ kind: 'otp_required' })
    stage.ports.clock.advance(10 * 60)
    expect(await stage.logIn(ada)).toMatchObject({ refusal: 'rate_limited' })
    stage.ports.clock.advance(1)
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'otp_required' })
  })

  it('after the guesses are used up sends another one, even within 30 seconds', async () => {
    const { stage, ada } = await guarded()
    const { sessionToken } = outcomeOf('otp_required', await stage.logIn(ada))
    for (let guess = 0; guess < 5; guess += 1) {
      await stage.auth.verifyOtp({
        username: ada.username,
        code: 'wrong!',
        sessionToken,
        from: stage.from(),
      })
    }
    await stage.logIn(ada)
    expect(await stage.mails('otp')).toHaveLength(2)
    expect(await verify(stage, ada)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-85: while the mail server is down', () => {
  const mailUnavailable = { kind: 'refused', refusal: 'mail_unavailable', retryAfter: 30 }

  it('a login that needs a code is refused, and leaves no challenge', async () => {
    const { stage, ada } = await guarded()
    const cutOff = stage.with({ ports: { mailIsUp: () => false } })
    expect(await cutOff.logIn(ada)).toEqual(mailUnavailable)
    expect(await challengeOf(stage, ada)).toBeUndefined()
    expect(await stage.mails('otp')).toEqual([])
  })

  it('a choice of tenant that needs a code is refused', async () => {
    const { stage, ada } = await guarded()
    const { sessionToken } = outcomeOf('otp_required', await stage.logIn(ada))
    stage.ports.clock.advance(30)
    const cutOff = stage.with({ ports: { mailIsUp: () => false } })
    const command = { sessionToken, tenantId: 'acme', from: stage.from() }
    expect(await cutOff.auth.selectTenant(command)).toEqual(mailUnavailable)
  })

  it('a code that is on its way already stays good', async () => {
    const { stage, ada } = await guarded()
    await stage.logIn(ada)
    const cutOff = stage.with({ ports: { mailIsUp: () => false } })
    expect(await cutOff.logIn(ada)).toMatchObject({ kind: 'otp_required' })
    expect(await verify(stage, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('a login without a code is not held up', async () => {
    const stage = createStage({ ports: { mailIsUp: () => false } })
    expect(await stage.logIn(await stage.signUp())).toMatchObject({ kind: 'authenticated' })
  })
})

async function guarded(settings: Partial<Stage['settings']> = {}) {
  const stage = createStage({ settings: { otpDefault: true, ...settings } })
  return { stage, ada: await stage.signUp() }
}

async function verify(stage: Stage, { username }: Person) {
  const { code } = await stage.lastMail('otp')
  return stage.auth.verifyOtp({ username, code, from: stage.from() })
}

function challengeOf({ ports }: Stage, { accountId }: Person) {
  return ports.store.transaction((tx) => tx.otpChallenges.findByAccount(accountId))
}
