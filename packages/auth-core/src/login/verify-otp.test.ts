import { describe, expect, it } from '@jest/globals'
import { createMemorySigningKey } from '../../testing/memory/memory-signing-key.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { forceKeyRotation } from '../keys/rotate-keys.ts'

const otpInvalid = { kind: 'refused', refusal: 'otp_invalid' }

describe('the code from the mail', () => {
  it('finishes the login', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    const answer = await verify(environment, ada, { code, sessionToken })
    const outcome = outcomeOf('authenticated', answer)
    expect(outcome).toMatchObject({
      expiresIn: 86_400,
      user: { account: { id: ada.accountId } },
      offered: [{ tenant: { id: 'acme' } }],
    })
    expect(
      environment.auth.authenticate(outcome.token, environment.ports.clock.now()),
    ).toMatchObject({
      claims: { userId: ada.accountId, source: 'ui' },
    })
  })

  it('needs no session token beside it', async () => {
    const { environment, ada, code } = await waiting()
    expect(await verify(environment, ada, { code })).toMatchObject({ kind: 'authenticated' })
  })

  it('keeps on offer what the password had opened', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    await environment.signUp({ organizationName: 'Globex' })
    const choice = outcomeOf('tenant_selection_required', await environment.logIn(ada))
    await environment.auth.selectTenant({ ...choice, tenantId: 'acme', from: environment.from() })
    const { code } = await environment.lastMail('otp')

    const outcome = outcomeOf('authenticated', await verify(environment, ada, { code }))
    expect(outcome.user.tenant.id).toBe('acme')
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('goes on with the login whose session token comes with it', async () => {
    const { environment, ada, code } = await waiting()
    await environment.signUp({ organizationName: 'Globex' })
    const { sessionToken } = outcomeOf('tenant_selection_required', await environment.logIn(ada))
    const outcome = outcomeOf(
      'authenticated',
      await verify(environment, ada, { code, sessionToken }),
    )
    expect(outcome.user.tenant.id).toBe('acme')
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('without one goes on with the login that asked for it last', async () => {
    const { environment, ada, code } = await waiting()
    await environment.signUp({ organizationName: 'Globex' })
    const choice = outcomeOf('tenant_selection_required', await environment.logIn(ada))
    await environment.auth.selectTenant({ ...choice, tenantId: 'acme', from: environment.from() })
    expect(await environment.mails('otp')).toHaveLength(1)
    const outcome = outcomeOf('authenticated', await verify(environment, ada, { code }))
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('is for the username in any case', async () => {
    const { environment, ada, code } = await waiting()
    const shouted = { ...ada, username: ada.username.toUpperCase() }
    expect(await verify(environment, shouted, { code })).toMatchObject({ kind: 'authenticated' })
  })

  it('T-13: keeps its leading zeros', async () => {
    const { environment, ada } = await waiting('000123')
    expect((await environment.lastMail('otp')).code).toBe('000123')
    expect(await verify(environment, ada, { code: '123' })).toEqual(otpInvalid)
    expect(await verify(environment, ada, { code: '000123' })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it.each(['１２３４５６', ' 123456', '123456\n', '12345', '1234567', '123456.0', ''])(
    'T-13: is not %j when it is 123456',
    async (code) => {
      const { environment, ada } = await waiting('123456')
      expect(await verify(environment, ada, { code })).toEqual(otpInvalid)
    },
  )

  it('is on record, right or wrong, with the account and without the code', async () => {
    const { environment, ada, code } = await waiting('314159')
    await verify(environment, ada, { code: '271828' })
    await verify(environment, ada, { code })
    const checked = await environment.audit('otp_checked')
    const subject = { accountId: ada.accountId, tenantId: 'acme' }
    expect(checked).toMatchObject([
      { outcome: 'refused', ...subject },
      { outcome: 'ok', ...subject },
    ])
    expect(JSON.stringify(checked)).not.toMatch(/314159|271828/)
    expect(await environment.audit('login')).toMatchObject([{ detail: { methods: 'pwd+otp' } }])
  })
})

describe('T-11: a code', () => {
  it('is good until the moment it expires', async () => {
    const [inTime, late] = [await waiting(), await waiting()]
    inTime.environment.ports.clock.advance(299.999)
    late.environment.ports.clock.advance(300)
    expect(await verify(inTime.environment, inTime.ada, inTime)).toMatchObject({
      kind: 'authenticated',
    })
    expect(await verify(late.environment, late.ada, late)).toEqual(otpInvalid)
  })

  it('is accepted once, one after the other', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    expect(await verify(environment, ada, { code })).toMatchObject({ kind: 'authenticated' })
    expect(await verify(environment, ada, { code })).toEqual(otpInvalid)
    expect(await verify(environment, ada, { code, sessionToken })).toEqual(otpInvalid)
  })

  it('is accepted once of many at the same time', async () => {
    const { environment, ada, code, sessionToken } = await waiting()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => verify(environment, ada, { code, sessionToken })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'authenticated')).toHaveLength(1)
  })

  it('is worth nothing once a newer one was sent', async () => {
    const { environment, ada, code: older } = await waiting('111111')
    environment.ports.clock.advance(30)
    environment.ports.secrets.forceOtpCode('222222')
    await environment.logIn(ada)
    expect(await verify(environment, ada, { code: older })).toEqual(otpInvalid)
    expect(await verify(environment, ada, { code: '222222' })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('of somebody else is worth nothing', async () => {
    const { environment, ada } = await waiting('111111')
    const grace = await environment.signUp({
      organizationName: 'Globex',
      email: 'grace@example.com',
    })
    environment.ports.secrets.forceOtpCode('222222')
    await environment.logIn(grace)
    expect(await verify(environment, ada, { code: '222222' })).toEqual(otpInvalid)
  })
})

describe('T-14: a challenge', () => {
  it.each([
    ['the password was reset', resetPassword],
    [
      'the account was disabled',
      (environment: TestEnvironment, { accountId }: Person) =>
        environment.changeAccount(accountId, { status: 'disabled' }),
    ],
    [
      'the tenant was disabled',
      (environment: TestEnvironment) => environment.changeTenant('acme', { status: 'disabled' }),
    ],
    [
      'the tenant was removed',
      ({ ports }: TestEnvironment) => ports.store.transaction((tx) => tx.tenants.remove('acme')),
    ],
  ])('is void once %s', async (_, happen) => {
    const { environment, ada, code, sessionToken } = await waiting()
    await happen(environment, ada)
    expect(await verify(environment, ada, { code, sessionToken })).toEqual(otpInvalid)
    expect(await verify(environment, ada, { code })).toEqual(otpInvalid)
  })

  it('T-14: is void once all keys were revoked', async () => {
    const { environment, ada, code } = await waiting()
    const [key] = environment.ports.keyRing.current()
    const revoked = { ...createMemorySigningKey('old'), revokedAt: environment.ports.clock.now() }
    environment.ports.keyRing.replace([...(key ? [key] : []), revoked])
    expect(await verify(environment, ada, { code })).toEqual(otpInvalid)
  })

  it.each([
    ['before', -3600],
    ['after', 3600],
  ])(
    'T-14: is void once a process revokes all keys whose clock is an hour %s the others',
    async (_, skew) => {
      const { environment, ada, code } = await waiting()
      environment.ports.clock.advance(skew)
      environment.ports.keyRing.replace(await forceKeyRotation(environment.ports))
      environment.ports.clock.advance(-skew)
      expect(await verify(environment, ada, { code })).toEqual(otpInvalid)
    },
  )

  it('that fails for such a reason is on record as refused', async () => {
    const { environment, ada, code } = await waiting()
    await environment.changeAccount(ada.accountId, { status: 'disabled' })
    await verify(environment, ada, { code })
    expect(await environment.audit('otp_checked')).toMatchObject([{ outcome: 'refused' }])
  })

  it('T-08: stays one when the administrator switches OTP off meanwhile', async () => {
    const { environment, ada, code } = await waiting()
    await environment.changeTenant('acme', { otpEnabled: false })
    expect(await verify(environment, ada, { code: 'wrong!' })).toEqual(otpInvalid)
    expect(await verify(environment, ada, { code })).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-10: guesses at a username for which no code is awaited', () => {
  it('are limited, and take nothing from the guesses at a code', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    for (let guess = 0; guess < 200; guess += 1) {
      const from = environment.from({ network: `network ${guess}` })
      await environment.auth.verifyOtp({ username: ada.username, code: 'wrong!', from })
    }
    expect(await verify(environment, ada, { code: 'wrong!' })).toMatchObject({
      refusal: 'rate_limited',
    })
    await environment.logIn(ada)
    const { code } = await environment.lastMail('otp')
    expect(await verify(environment, ada, { code })).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-02: the client type of a login with a code', () => {
  it.each([
    ['cli', 'cli', 'cli'],
    ['vscode', 'vscode', 'vscode'],
    ['cli', 'ui', 'ui'],
    ['ui', 'cli', 'ui'],
    ['cli', 'vscode', 'ui'],
  ] as const)('that began as %s and ended as %s is %s', async (began, ended, effective) => {
    const environment = createTestEnvironment({
      settings: { otpDefault: true, otpExemptClients: [] },
    })
    const ada = await environment.signUp()
    await environment.logIn(ada, { client: began })
    const { code } = await environment.lastMail('otp')
    const from = environment.from({ client: ended })
    const outcome = await environment.auth.verifyOtp({ username: ada.username, code, from })
    const { token } = outcomeOf('authenticated', outcome)
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toMatchObject({
      claims: { source: effective },
    })
  })
})

async function waiting(forced?: string) {
  const environment = createTestEnvironment({ settings: { otpDefault: true } })
  const ada = await environment.signUp()
  if (forced) environment.ports.secrets.forceOtpCode(forced)
  const { sessionToken } = outcomeOf('otp_required', await environment.logIn(ada))
  const { code } = await environment.lastMail('otp')
  return { environment, ada, code, sessionToken }
}

function verify(
  { auth, from }: TestEnvironment,
  { username }: Pick<Person, 'username'>,
  { code, sessionToken }: { readonly code: string; readonly sessionToken?: string },
) {
  return auth.verifyOtp({ username, code, sessionToken, from: from() })
}

async function resetPassword(environment: TestEnvironment, { email }: Person): Promise<void> {
  await environment.auth.forgotPassword({ email, from: environment.from() })
  const { accounts } = await environment.lastMail('password_reset')
  await environment.auth.resetPassword({
    resetToken: accounts[0]?.token ?? '',
    newPassword: 'battery staple',
    from: environment.from(),
  })
}
