import { describe, expect, it } from '@jest/globals'
import { createMemorySigningKey } from '../../testing/memory/memory-signing-key.ts'
import { createStage, outcomeOf, type Person, type Stage } from '../../testing/stage.ts'

const otpInvalid = { kind: 'refused', refusal: 'otp_invalid' }

describe('the code from the mail', () => {
  it('finishes the login', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    const answer = await verify(stage, ada, { code, sessionToken })
    const outcome = outcomeOf('authenticated', answer)
    expect(outcome).toMatchObject({
      expiresIn: 86_400,
      user: { account: { id: ada.accountId } },
      offered: [{ tenant: { id: 'acme' } }],
    })
    expect(stage.auth.authenticate(outcome.token, stage.ports.clock.now())).toMatchObject({
      claims: { userId: ada.accountId, source: 'ui' },
    })
  })

  it('needs no session token beside it', async () => {
    const { stage, ada, code } = await waiting()
    expect(await verify(stage, ada, { code })).toMatchObject({ kind: 'authenticated' })
  })

  it('keeps on offer what the password had opened', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    await stage.signUp({ organizationName: 'Globex' })
    const choice = outcomeOf('tenant_selection_required', await stage.logIn(ada))
    await stage.auth.selectTenant({ ...choice, tenantId: 'acme', from: stage.from() })
    const { code } = await stage.lastMail('otp')

    const outcome = outcomeOf('authenticated', await verify(stage, ada, { code }))
    expect(outcome.user.tenant.id).toBe('acme')
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('goes on with the login whose session token comes with it', async () => {
    const { stage, ada, code } = await waiting()
    await stage.signUp({ organizationName: 'Globex' })
    const { sessionToken } = outcomeOf('tenant_selection_required', await stage.logIn(ada))
    const outcome = outcomeOf('authenticated', await verify(stage, ada, { code, sessionToken }))
    expect(outcome.user.tenant.id).toBe('acme')
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('without one goes on with the login that asked for it last', async () => {
    const { stage, ada, code } = await waiting()
    await stage.signUp({ organizationName: 'Globex' })
    const choice = outcomeOf('tenant_selection_required', await stage.logIn(ada))
    await stage.auth.selectTenant({ ...choice, tenantId: 'acme', from: stage.from() })
    expect(await stage.mails('otp')).toHaveLength(1)
    const outcome = outcomeOf('authenticated', await verify(stage, ada, { code }))
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
  })

  it('is for the username in any case', async () => {
    const { stage, ada, code } = await waiting()
    const shouted = { ...ada, username: ada.username.toUpperCase() }
    expect(await verify(stage, shouted, { code })).toMatchObject({ kind: 'authenticated' })
  })

  it('T-13: keeps its leading zeros', async () => {
    const { stage, ada } = await waiting('000123')
    expect((await stage.lastMail('otp')).code).toBe('000123')
    expect(await verify(stage, ada, { code: '123' })).toEqual(otpInvalid)
    expect(await verify(stage, ada, { code: '000123' })).toMatchObject({ kind: 'authenticated' })
  })

  it.each(['１２３４５６', ' 123456', '123456\n', '12345', '1234567', '123456.0', ''])(
    'T-13: is not %j when it is 123456',
    async (code) => {
      const { stage, ada } = await waiting('123456')
      expect(await verify(stage, ada, { code })).toEqual(otpInvalid)
    },
  )

  it('is on record, right or wrong, with the account and without the code', async () => {
    const { stage, ada, code } = await waiting('314159')
    await verify(stage, ada, { code: '271828' })
    await verify(stage, ada, { code })
    const checked = await stage.audit('otp_checked')
    const subject = { accountId: ada.accountId, tenantId: 'acme' }
    expect(checked).toMatchObject([
      { outcome: 'refused', ...subject },
      { outcome: 'ok', ...subject },
    ])
    expect(JSON.stringify(checked)).not.toMatch(/314159|271828/)
    expect(await stage.audit('login')).toMatchObject([{ detail: { methods: 'pwd+otp' } }])
  })
})

describe('T-11: a code', () => {
  it('is good until the moment it expires', async () => {
    const [inTime, late] = [await waiting(), await waiting()]
    inTime.stage.ports.clock.advance(299.999)
    late.stage.ports.clock.advance(300)
    expect(await verify(inTime.stage, inTime.ada, inTime)).toMatchObject({ kind: 'authenticated' })
    expect(await verify(late.stage, late.ada, late)).toEqual(otpInvalid)
  })

  it('is accepted once, one after the other', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    expect(await verify(stage, ada, { code })).toMatchObject({ kind: 'authenticated' })
    expect(await verify(stage, ada, { code })).toEqual(otpInvalid)
    expect(await verify(stage, ada, { code, sessionToken })).toEqual(otpInvalid)
  })

  it('is accepted once of many at the same time', async () => {
    const { stage, ada, code, sessionToken } = await waiting()
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, () => verify(stage, ada, { code, sessionToken })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'authenticated')).toHaveLength(1)
  })

  it('is worth nothing once a newer one was sent', async () => {
    const { stage, ada, code: older } = await waiting('111111')
    stage.ports.clock.advance(30)
    stage.ports.secrets.forceOtpCode('222222')
    await stage.logIn(ada)
    expect(await verify(stage, ada, { code: older })).toEqual(otpInvalid)
    expect(await verify(stage, ada, { code: '222222' })).toMatchObject({ kind: 'authenticated' })
  })

  it('of somebody else is worth nothing', async () => {
    const { stage, ada } = await waiting('111111')
    const grace = await stage.signUp({ organizationName: 'Globex', email: 'grace@example.com' })
    stage.ports.secrets.forceOtpCode('222222')
    await stage.logIn(grace)
    expect(await verify(stage, ada, { code: '222222' })).toEqual(otpInvalid)
  })
})

describe('T-14: a challenge', () => {
  it.each([
    ['the password was reset', resetPassword],
    [
      'the account was disabled',
      (stage: Stage, { accountId }: Person) =>
        stage.changeAccount(accountId, { standing: 'disabled' }),
    ],
    [
      'the tenant was disabled',
      (stage: Stage) => stage.changeTenant('acme', { standing: 'disabled' }),
    ],
    [
      'the tenant was removed',
      ({ ports }: Stage) => ports.store.transaction((tx) => tx.tenants.remove('acme')),
    ],
  ])('is void once %s', async (_, happen) => {
    const { stage, ada, code, sessionToken } = await waiting()
    await happen(stage, ada)
    expect(await verify(stage, ada, { code, sessionToken })).toEqual(otpInvalid)
    expect(await verify(stage, ada, { code })).toEqual(otpInvalid)
  })

  it('T-14: is void once all keys were revoked', async () => {
    const { stage, ada, code } = await waiting()
    const [key] = stage.ports.keyRing.current()
    const revoked = { ...createMemorySigningKey('old'), revokedAt: stage.ports.clock.now() }
    stage.ports.keyRing.replace([...(key ? [key] : []), revoked])
    expect(await verify(stage, ada, { code })).toEqual(otpInvalid)
  })

  it('that fails for such a reason is on record as refused', async () => {
    const { stage, ada, code } = await waiting()
    await stage.changeAccount(ada.accountId, { standing: 'disabled' })
    await verify(stage, ada, { code })
    expect(await stage.audit('otp_checked')).toMatchObject([{ outcome: 'refused' }])
  })

  it('T-08: stays one when the administrator switches OTP off meanwhile', async () => {
    const { stage, ada, code } = await waiting()
    await stage.changeTenant('acme', { otpEnabled: false })
    expect(await verify(stage, ada, { code: 'wrong!' })).toEqual(otpInvalid)
    expect(await verify(stage, ada, { code })).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-10: guesses at a username for which no code is awaited', () => {
  it('are limited, and take nothing from the guesses at a code', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    for (let guess = 0; guess < 200; guess += 1) {
      const from = stage.from({ network: `network ${guess}` })
      await stage.auth.verifyOtp({ username: ada.username, code: 'wrong!', from })
    }
    expect(await verify(stage, ada, { code: 'wrong!' })).toMatchObject({ refusal: 'rate_limited' })
    await stage.logIn(ada)
    const { code } = await stage.lastMail('otp')
    expect(await verify(stage, ada, { code })).toMatchObject({ kind: 'authenticated' })
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
    const stage = createStage({ settings: { otpDefault: true, otpExemptClients: [] } })
    const ada = await stage.signUp()
    await stage.logIn(ada, { client: began })
    const { code } = await stage.lastMail('otp')
    const from = stage.from({ client: ended })
    const outcome = await stage.auth.verifyOtp({ username: ada.username, code, from })
    const { token } = outcomeOf('authenticated', outcome)
    expect(stage.auth.authenticate(token, stage.ports.clock.now())).toMatchObject({
      claims: { source: effective },
    })
  })
})

async function waiting(forced?: string) {
  const stage = createStage({ settings: { otpDefault: true } })
  const ada = await stage.signUp()
  if (forced) stage.ports.secrets.forceOtpCode(forced)
  const { sessionToken } = outcomeOf('otp_required', await stage.logIn(ada))
  const { code } = await stage.lastMail('otp')
  return { stage, ada, code, sessionToken }
}

function verify(
  { auth, from }: Stage,
  { username }: Pick<Person, 'username'>,
  { code, sessionToken }: { readonly code: string; readonly sessionToken?: string },
) {
  return auth.verifyOtp({ username, code, sessionToken, from: from() })
}

async function resetPassword(stage: Stage, { email }: Person): Promise<void> {
  await stage.auth.forgotPassword({ email, from: stage.from() })
  const { accounts } = await stage.lastMail('password_reset')
  await stage.auth.resetPassword({
    resetToken: accounts[0]?.token ?? '',
    newPassword: 'battery staple',
    from: stage.from(),
  })
}
