import { describe, expect, it } from '@jest/globals'
import { createProviderEnvironment } from '../../test-support/at-provider.ts'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { down } from '../../testing/index.ts'
import { outcomeOf, type Person, type TestEnvironment } from '../../testing/test-environment.ts'
import { oidcAttemptSeconds } from './oidc-attempt.ts'

const noAccount = { kind: 'refused', refusal: 'oidc_no_account' }
const expired = { kind: 'refused', refusal: 'oidc_expired' }

describe('somebody whom a provider vouches for', () => {
  it('enters their only organization as a browser', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const ada = await verified(environment)
    const outcome = outcomeOf('authenticated', await arrive())
    expect(outcome).toMatchObject({
      expiresIn: 86_400,
      user: { account: { id: ada.accountId }, tenant: { id: 'acme' } },
      offered: [{ tenant: { id: 'acme' } }],
    })
    expect(
      environment.auth.authenticate(outcome.token, environment.ports.clock.now()),
    ).toMatchObject({
      claims: { userId: ada.accountId, source: 'ui', authTime: environment.ports.clock.now() },
    })
  })

  it('counts as a browser, whatever their program says', async () => {
    const { environment, a, start } = createProviderEnvironment()
    await verified(environment)
    const { redirectTo, attempt } = await start()
    const outcome = await environment.auth.finishOidcLogin({
      provider: 'provider_a',
      query: a.signIn(redirectTo),
      attempt,
      from: environment.from({ client: 'cli' }),
    })
    const { token } = outcomeOf('authenticated', outcome)
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toMatchObject({
      claims: { source: 'ui' },
    })
  })

  it('is on record with the provider, and without address', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const { accountId } = await verified(environment)
    await arrive({ directory: 'corp.example' })
    const detail = {
      provider: 'provider_a',
      issuer: 'https://a.example',
      subject: 'subject-1',
      directory: 'corp.example',
    }
    expect(await environment.audit('login')).toMatchObject([
      { outcome: 'ok', accountId, client: 'ui', detail: { ...detail, methods: 'fed' } },
    ])
    expect(await environment.audit('identity_linked')).toMatchObject([{ accountId, detail }])
    expect(JSON.stringify(await environment.audit('login'))).not.toContain('@')
  })

  it('T-49: of several organizations chooses one, and is asked for its code there', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment)
    await verified(environment, { organizationName: 'Globex' })
    await environment.changeTenant('globex', { otpEnabled: true })
    const { sessionToken, offered } = outcomeOf('tenant_selection_required', await arrive())
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])

    const choose = (tenantId: string, client: 'ui' | 'cli') =>
      environment.auth.selectTenant({ sessionToken, tenantId, from: environment.from({ client }) })
    const { token } = outcomeOf('authenticated', await choose('acme', 'cli'))
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toMatchObject({
      claims: { source: 'ui', tenantId: 'acme' },
    })
    expect(await choose('globex', 'cli')).toMatchObject({ kind: 'otp_required' })
  })

  it('is found by their address in any case', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment, { email: 'Ada@Example.com' })
    expect(await arrive({ email: 'ADA@example.COM' })).toMatchObject({ kind: 'authenticated' })
  })

  it('does not need the credential store', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment)
    Object.assign(environment.ports.credentialStore, { setPassword: down('credential_store') })
    expect(await arrive()).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-49: an address without an account that may act', () => {
  it.each([
    ['unknown', 'no_account', async () => undefined],
    [
      'of a disabled account',
      'account_disabled',
      async (environment: TestEnvironment) => {
        const { accountId } = await verified(environment)
        await environment.changeAccount(accountId, { status: 'disabled' })
      },
    ],
    [
      'of a disabled organization',
      'account_disabled',
      async (environment: TestEnvironment) => {
        await verified(environment)
        await environment.changeTenant('acme', { status: 'disabled' })
      },
    ],
  ])('opens nothing and makes nothing when it is %s', async (_, reason, prepare) => {
    const { environment, arrive } = createProviderEnvironment()
    await prepare(environment)
    const before = await everything(environment)
    expect(await arrive()).toEqual({ ...noAccount, reason })
    expect(await everything(environment)).toEqual(before)
    expect(await environment.audit('login')).toMatchObject([
      { outcome: 'refused', detail: { reason, provider: 'provider_a', subject: 'subject-1' } },
    ])
  })

  it('is not claimed from an unverified account while a verified one is disabled', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const ada = await verified(environment)
    await environment.changeAccount(ada.accountId, { status: 'disabled' })
    const planted = await environment.signUp({ organizationName: 'Evil' })
    expect(await arrive()).toEqual({ ...noAccount, reason: 'account_disabled' })
    expect(await environment.account(planted.accountId)).toMatchObject({ emailVerified: false })
  })
})

describe('T-22, T-23: an address that the provider does not vouch for', () => {
  it.each([
    ['email_not_verified', { emailVerified: false }],
    ['email_not_verified', { emailVerified: undefined }],
    ['email_not_verified', { emailVerified: undefined, xmsEdov: false }],
    ['email_not_verified', { emailVerified: false, xmsEdov: true }],
    ['email_missing', { email: undefined }],
    ['email_malformed', { email: 'attacker@evil.com@example.com' }],
  ])('is no account: %s, %j', async (reason, claims) => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment)
    expect(await arrive(claims)).toEqual({ ...noAccount, reason })
    expect(await environment.audit('login')).toMatchObject([
      { outcome: 'refused', detail: { reason } },
    ])
  })

  it('counts with xms_edov', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment)
    expect(await arrive({ emailVerified: undefined, xmsEdov: '1' })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('counts where the operator trusts one directory, at that provider alone', async () => {
    const oidcEmailTrust = { provider_a: { directoryPinned: true, trustEmail: true } }
    const { environment, b, arrive, start, finish } = createProviderEnvironment({
      settings: { oidcEmailTrust },
    })
    await verified(environment)
    const claims = { emailVerified: undefined }
    expect(await arrive(claims)).toMatchObject({ kind: 'authenticated' })
    const started = await start('provider_b')
    const query = b.signIn(started.redirectTo, claims)
    expect(await finish(started, query, 'provider_b')).toMatchObject(noAccount)
  })
})

describe('T-22: another subject with the same address', () => {
  it('is refused and on record once the first has come', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const { accountId } = await verified(environment)
    await arrive()
    expect(await arrive({ subject: 'subject-2' })).toEqual({
      ...noAccount,
      reason: 'subject_changed',
    })
    expect((await environment.audit('login')).at(-1)).toMatchObject({
      outcome: 'refused',
      accountId,
      detail: { reason: 'subject_changed', subject: 'subject-2' },
    })
    expect(await arrive()).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('identity_linked')).toHaveLength(1)
  })

  it('enters the accounts that are not taken, and leaves the others on record', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const { accountId } = await verified(environment)
    await arrive()
    await verified(environment, { organizationName: 'Globex' })
    const outcome = outcomeOf('authenticated', await arrive({ subject: 'subject-2' }))
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['globex'])
    expect(await environment.audit('login')).toMatchObject([
      { outcome: 'ok' },
      { outcome: 'refused', accountId, detail: { reason: 'subject_changed' } },
      { outcome: 'ok' },
    ])
  })

  it('T-100: is refused from another directory of the same provider, whatever that says', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment)
    const issuerTemplate = 'https://entra.example/{tenantid}/v2.0'
    const from = (directory: string, subject: string) =>
      arrive({ issuer: issuerTemplate.replace('{tenantid}', directory), issuerTemplate, subject })
    expect(await from('one', 'owner')).toMatchObject({ kind: 'authenticated' })
    const refused = { ...noAccount, reason: 'subject_changed' }
    expect(await from('two', 'attacker')).toEqual(refused)
    expect(await from('two', 'owner')).toEqual(refused)
    expect(await from('one', 'owner')).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('identity_linked')).toHaveLength(1)
  })

  it('is somebody of their own at another provider', async () => {
    const { environment, b, arrive, start, finish } = createProviderEnvironment()
    await verified(environment)
    await arrive()
    const started = await start('provider_b')
    const query = b.signIn(started.redirectTo, { subject: 'subject-2' })
    expect(await finish(started, query, 'provider_b')).toMatchObject({ kind: 'authenticated' })
  })

  it('cannot be first together with another', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment)
    const outcomes = await Promise.all(
      ['one', 'two', 'three'].map((subject) => arrive({ subject })),
    )
    expect(outcomes.filter(({ kind }) => kind === 'authenticated')).toHaveLength(1)
  })
})

describe('T-17: an account whose address was never confirmed', () => {
  it('is not offered beside a verified one', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await verified(environment)
    const planted = await environment.signUp({ organizationName: 'Evil' })
    const { offered } = outcomeOf('authenticated', await arrive())
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['acme'])
    expect(await environment.account(planted.accountId)).toMatchObject({ emailVerified: false })
  })

  it('is claimed: it counts as verified, and neither its password nor its key works', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const planted = await environment.signUp()
    const before = await environment.account(planted.accountId)
    const outcome = outcomeOf('authenticated', await arrive())
    expect(outcome.user.account).toMatchObject({ id: planted.accountId, emailVerified: true })
    expect(outcome.user.account.apiKey).not.toBe(before?.apiKey)
    expect(await environment.account(planted.accountId)).toEqual({
      ...outcome.user.account,
      lastLoginAt: environment.ports.clock.now(),
    })
    expect(await environment.logIn(planted)).toMatchObject({ refusal: 'invalid_credentials' })
    expect(await environment.audit('account_claimed')).toMatchObject([
      { accountId: planted.accountId, tenantId: 'acme' },
    ])
    expect(await environment.lastMail('account_claimed')).toMatchObject({
      to: planted.email,
      username: planted.username,
    })
  })

  it('T-17: lets nothing go on that was opened with its old password, not even an access token', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const planted = await environment.signUp()
    const opened = outcomeOf('authenticated', await environment.logIn(planted))
    await environment.changeTenant('acme', { otpEnabled: true })
    outcomeOf('otp_required', await environment.logIn(planted))
    const { code } = await environment.lastMail('otp')
    const { token: verifyToken } = await environment.lastMail('verify_email')
    await arrive()

    const from = environment.from()
    const { token, sessionToken } = opened
    expect(await environment.auth.refresh({ token, from })).toMatchObject({
      refusal: 'session_ended',
    })
    expect(environment.auth.authenticate(token, from.receivedAt)).toMatchObject({
      refusal: 'session_ended',
    })
    expect(
      await environment.auth.selectTenant({ sessionToken, tenantId: 'acme', from }),
    ).toMatchObject({
      refusal: 'session_token_invalid',
    })
    expect(
      await environment.auth.verifyOtp({ username: planted.username, code, from }),
    ).toMatchObject({
      refusal: 'otp_invalid',
    })
    expect(
      await environment.auth.verifyEmail({ token: verifyToken, password: planted.password, from }),
    ).toMatchObject({
      refusal: 'verification_token_invalid',
    })
  })

  it('stays usable by the one who claimed it', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await environment.signUp()
    const { token, sessionToken } = outcomeOf('authenticated', await arrive())
    const from = environment.from()
    expect(await environment.auth.refresh({ token, from })).toMatchObject({ kind: 'refreshed' })
    expect(
      await environment.auth.selectTenant({ sessionToken, tenantId: 'acme', from }),
    ).toMatchObject({
      kind: 'authenticated',
    })
    expect(await arrive()).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('account_claimed')).toHaveLength(1)
  })

  it('is claimed with all others of the address, none of which a stranger keeps', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const people = [
      await environment.signUp(),
      await environment.signUp({ organizationName: 'Evil' }),
    ]
    const { offered } = outcomeOf('tenant_selection_required', await arrive())
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'evil'])
    for (const person of people) {
      expect(await environment.logIn(person)).toMatchObject({ refusal: 'invalid_credentials' })
    }
  })

  it('T-91: is claimed with the two newest of the address beside it, and no more', async () => {
    const { environment, arrive } = createProviderEnvironment()
    await signUpIn(environment, ['Old', 'Acme', 'Globex', 'Own'])
    const { offered } = outcomeOf('tenant_selection_required', await arrive())
    expect(offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex', 'own'])
  })

  it('is as it was when the credential store does not answer, and can be claimed later', async () => {
    const { environment, arrive } = createProviderEnvironment()
    const planted = await environment.signUp()
    const before = await everything(environment)
    const { setPassword } = environment.ports.credentialStore
    Object.assign(environment.ports.credentialStore, { setPassword: down('credential_store') })
    await expect(arrive()).rejects.toMatchObject({ port: 'credential_store' })
    expect(await everything(environment)).toEqual(before)
    Object.assign(environment.ports.credentialStore, { setPassword })
    expect(await arrive()).toMatchObject({ kind: 'authenticated' })
    expect(await environment.logIn(planted)).toMatchObject({ refusal: 'invalid_credentials' })
  })
})

describe('T-44: an attempt', () => {
  it('opens nothing without what the browser was given', async () => {
    const { environment, a, start, finish } = createProviderEnvironment()
    await verified(environment)
    const query = a.signIn((await start()).redirectTo)
    expect(await finish({ attempt: null }, query)).toEqual({
      ...expired,
      reason: 'attempt_unknown',
    })
    expect(await finish({ attempt: null }, '')).toEqual({ ...expired, reason: 'attempt_unknown' })
  })

  it('T-104: that is unknown leaves no record', async () => {
    const { environment, finish } = createProviderEnvironment()
    for (let tried = 0; tried < 3; tried += 1) await finish({ attempt: null }, 'state=x')
    expect(await environment.audit('login')).toEqual([])
  })

  it('is over after ten minutes', async () => {
    const { environment, a, start, finish, redeemed } = createProviderEnvironment()
    await verified(environment)
    const [late, inTime] = [await start(), await start()]
    environment.ports.clock.advance(oidcAttemptSeconds - 1)
    expect(await finish(inTime, a.signIn(inTime.redirectTo))).toMatchObject({
      kind: 'authenticated',
    })
    environment.ports.clock.advance(1)
    expect(await finish(late, a.signIn(late.redirectTo))).toEqual({
      ...expired,
      reason: 'attempt_expired',
    })
    expect(redeemed()).toBe(1)
  })

  it('T-49: is finished once, whatever came of it', async () => {
    const { environment, a, start, finish, redeemed } = createProviderEnvironment()
    await verified(environment)
    const used = { ...expired, reason: 'attempt_used' }
    const good = await start()
    const query = a.signIn(good.redirectTo)
    const outcomes = await Promise.all([finish(good, query), finish(good, query)])
    expect(outcomes).toMatchObject([{ kind: 'authenticated' }, used])

    const cancelled = await start()
    expect(await finish(cancelled, a.decline(cancelled.redirectTo))).toEqual({
      kind: 'refused',
      refusal: 'oidc_cancelled',
      reason: 'cancelled',
    })
    expect(await finish(cancelled, a.signIn(cancelled.redirectTo))).toEqual(used)
    environment.ports.clock.advance(oidcAttemptSeconds - 1)
    expect(await finish(cancelled, a.signIn(cancelled.redirectTo))).toEqual(used)
    expect(redeemed()).toBe(2)
  })

  it('does not disturb another of the same browser', async () => {
    const { environment, a, start, finish } = createProviderEnvironment()
    await verified(environment)
    const [one, other] = [await start(), await start()]
    for (const started of [other, one]) {
      expect(await finish(started, a.signIn(started.redirectTo))).toMatchObject({
        kind: 'authenticated',
      })
    }
  })

  it('T-45: ends at the provider it began at', async () => {
    const { environment, a, start, finish, redeemed } = createProviderEnvironment()
    await verified(environment)
    const started = await start()
    expect(await finish(started, a.signIn(started.redirectTo), 'provider_b')).toEqual({
      ...expired,
      reason: 'attempt_of_other_provider',
    })
    expect(redeemed()).toBe(0)
  })

  it('is rejected with the state of another, and on record with the reason', async () => {
    const { environment, a, start, finish } = createProviderEnvironment()
    await verified(environment)
    const [mine, theirs] = [await start(), await start()]
    expect(await finish(mine, a.signIn(theirs.redirectTo))).toEqual({
      kind: 'refused',
      refusal: 'oidc_rejected',
      reason: 'state',
    })
    expect(await environment.audit('login')).toMatchObject([
      { outcome: 'refused', accountId: null, detail: { provider: 'provider_a', reason: 'state' } },
    ])
  })

  it('fails when the provider does', async () => {
    const provider = { start: down('oidc_provider'), finish: down('oidc_provider') }
    const ports = { oidcProviders: new Map([['provider_a', provider]]) }
    const { environment } = createProviderEnvironment({ ports })
    await expect(
      environment.auth.startOidcLogin({ provider: 'provider_a', from: environment.from() }),
    ).rejects.toMatchObject({ port: 'oidc_provider' })
  })

  it('at no provider is a mistake of the caller', async () => {
    const { start } = createProviderEnvironment()
    await expect(start('provider_c')).rejects.toThrow(TypeError)
  })

  it('is limited for one network', async () => {
    const { environment, start, finish } = createProviderEnvironment()
    for (let asked = 0; asked < 300; asked += 1) {
      await finish(await start(), '')
    }
    const from = environment.from()
    const startAgain = { provider: 'provider_a', from }
    expect(await environment.auth.startOidcLogin(startAgain)).toMatchObject({
      refusal: 'rate_limited',
    })
    expect(await finish({ attempt: null }, '')).toMatchObject({ refusal: 'rate_limited' })
  })
})

async function verified(
  environment: TestEnvironment,
  changes?: Parameters<TestEnvironment['signUp']>[0],
): Promise<Person> {
  const person = await environment.signUp(changes)
  await environment.changeAccount(person.accountId, { emailVerified: true })
  return person
}

/** The accounts of Ada's address as they are now. */
function everything({ ports }: TestEnvironment) {
  return ports.store.transaction((tx) => tx.accounts.findByEmail('ada@example.com'))
}
