import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../../testing/test-environment.ts'

describe('sending a code', () => {
  it('mails six digits to the address of the account, good for as long as it says', async () => {
    const { environment, ada } = await guarded()
    await environment.logIn(ada)
    expect(await environment.lastMail('otp')).toEqual({
      kind: 'otp',
      to: 'ada@example.com',
      organization: 'Acme Ltd',
      code: expect.stringMatching(/^[0-9]{6}$/),
      minutes: 5,
    })
  })

  it('is on record, without the code', async () => {
    const { environment, ada } = await guarded()
    await environment.logIn(ada)
    const { code } = await environment.lastMail('otp')
    const events = await environment.audit('otp_sent')
    expect(events).toMatchObject([{ accountId: ada.accountId, tenantId: 'acme', client: 'ui' }])
    expect(JSON.stringify(events)).not.toContain(code)
  })

  it('keeps no code with the challenge', async () => {
    const { environment, ada } = await guarded()
    environment.ports.secrets.forceOtpCode('271828')
    await environment.logIn(ada)
    const challenge = await challengeOf(environment, ada)
    expect(challenge).toMatchObject({ accountId: ada.accountId })
    expect(JSON.stringify(challenge)).not.toContain('271828')
  })

  it('lasts as long as the operator says', async () => {
    const { environment, ada } = await guarded({ otpSeconds: 120 })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'otp_required', minutes: 2 })
    expect(await environment.lastMail('otp')).toMatchObject({ minutes: 2 })
    const { createdAt, expiresAt } = (await challengeOf(environment, ada)) ?? {}
    expect(Number(expiresAt) - Number(createdAt)).toBe(120_000)
  })

  it('tells whole minutes where the operator set a fraction', async () => {
    const { environment, ada } = await guarded({ otpSeconds: 90 })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'otp_required', minutes: 2 })
    expect(await environment.lastMail('otp')).toMatchObject({ minutes: 2 })
  })
})

describe('T-07: asking for a code again', () => {
  it('within 30 seconds sends nothing, and the code stays good', async () => {
    const { environment, ada } = await guarded()
    await environment.logIn(ada)
    environment.ports.clock.advance(29.999)
    expect(await environment.logIn(ada)).toMatchObject({
      kind: 'otp_required',
      username: ada.username,
    })
    expect(await environment.mails('otp')).toHaveLength(1)
    expect(await verify(environment, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('after 30 seconds sends another one', async () => {
    const { environment, ada } = await guarded()
    await environment.logIn(ada)
    environment.ports.clock.advance(30)
    await environment.logIn(ada)
    expect(await environment.mails('otp')).toHaveLength(2)
  })

  it('sends no more than five in 15 minutes, and leaves the last one good', async () => {
    const { environment, ada } = await guarded()
    for (let sent = 0; sent < 5; sent += 1) {
      expect(await environment.logIn(ada)).toMatchObject({ kind: 'otp_required' })
      environment.ports.clock.advance(30)
    }
    expect(await environment.logIn(ada)).toEqual({
      kind: 'refused',
      refusal: 'rate_limited',
      retryAfter: 900,
    })
    expect(await environment.mails('otp')).toHaveLength(5)
    expect(await verify(environment, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('counts by the account, and each mail for 15 minutes', async () => {
    const { environment, ada } = await guarded()
    const grace = await environment.signUp({
      organizationName: 'Globex',
      email: 'grace@example.com',
    })
    for (let sent = 0; sent < 5; sent += 1) {
      await environment.logIn(ada)
      environment.ports.clock.advance(60)
    }
    expect(await environment.logIn(grace)).toMatchObject({ kind: 'otp_required' })
    environment.ports.clock.advance(10 * 60)
    expect(await environment.logIn(ada)).toMatchObject({ refusal: 'rate_limited' })
    environment.ports.clock.advance(1)
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'otp_required' })
  })

  it('after the guesses are used up sends another one, even within 30 seconds', async () => {
    const { environment, ada } = await guarded()
    const { sessionToken } = outcomeOf('otp_required', await environment.logIn(ada))
    for (let guess = 0; guess < 5; guess += 1) {
      await environment.auth.verifyOtp({
        username: ada.username,
        code: 'wrong!',
        sessionToken,
        from: environment.from(),
      })
    }
    await environment.logIn(ada)
    expect(await environment.mails('otp')).toHaveLength(2)
    expect(await verify(environment, ada)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-85: while the mail server is down', () => {
  const mailUnavailable = { kind: 'refused', refusal: 'mail_unavailable', retryAfter: 30 }

  it('a login that needs a code is refused, and leaves no challenge', async () => {
    const { environment, ada } = await guarded()
    const cutOff = environment.with({ ports: { mailIsUp: () => false } })
    expect(await cutOff.logIn(ada)).toEqual(mailUnavailable)
    expect(await challengeOf(environment, ada)).toBeUndefined()
    expect(await environment.mails('otp')).toEqual([])
  })

  it('a choice of tenant that needs a code is refused', async () => {
    const { environment, ada } = await guarded()
    const { sessionToken } = outcomeOf('otp_required', await environment.logIn(ada))
    environment.ports.clock.advance(30)
    const cutOff = environment.with({ ports: { mailIsUp: () => false } })
    const command = { sessionToken, tenantId: 'acme', from: environment.from() }
    expect(await cutOff.auth.selectTenant(command)).toEqual(mailUnavailable)
  })

  it('a code that is on its way already stays good', async () => {
    const { environment, ada } = await guarded()
    await environment.logIn(ada)
    const cutOff = environment.with({ ports: { mailIsUp: () => false } })
    expect(await cutOff.logIn(ada)).toMatchObject({ kind: 'otp_required' })
    expect(await verify(environment, ada)).toMatchObject({ kind: 'authenticated' })
  })

  it('a login without a code is not held up', async () => {
    const environment = createTestEnvironment({ ports: { mailIsUp: () => false } })
    expect(await environment.logIn(await environment.signUp())).toMatchObject({
      kind: 'authenticated',
    })
  })
})

async function guarded(settings: Partial<TestEnvironment['settings']> = {}) {
  const environment = createTestEnvironment({ settings: { otpDefault: true, ...settings } })
  return { environment, ada: await environment.signUp() }
}

async function verify(environment: TestEnvironment, { username }: Person) {
  const { code } = await environment.lastMail('otp')
  return environment.auth.verifyOtp({ username, code, from: environment.from() })
}

function challengeOf({ ports }: TestEnvironment, { accountId }: Person) {
  return ports.store.transaction((tx) => tx.otpChallenges.findByAccount(accountId))
}
