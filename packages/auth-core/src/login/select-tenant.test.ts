import { describe, expect, it } from '@jest/globals'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type Person,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import { forceKeyRotation } from '../keys/rotate-keys.ts'
import type { ClientType } from '../records/client.ts'

const notOffered = { kind: 'refused', refusal: 'tenant_not_offered' }
const invalid = { kind: 'refused', refusal: 'session_token_invalid' }

describe('choosing a tenant', () => {
  it('T-14: needs a new login once nothing that was proven holds any more', async () => {
    const { environment, sessionToken } = await choosing()
    for (const tenant of ['acme', 'globex']) {
      await environment.changeTenant(tenant, { status: 'disabled' })
    }
    expect(await choose(environment, sessionToken, 'globex')).toEqual(invalid)
  })

  it('enters it, with the others still on offer', async () => {
    const { environment, sessionToken } = await choosing()
    const outcome = outcomeOf('authenticated', await choose(environment, sessionToken, 'globex'))
    expect(outcome.user.tenant.id).toBe('globex')
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
    expect(
      environment.auth.authenticate(outcome.token, environment.ports.clock.now()),
    ).toMatchObject({
      claims: { tenantId: 'globex', username: 'ada-globex', source: 'ui' },
    })
  })

  it('sends a browser a code where the tenant wants it, to that account', async () => {
    const { environment, sessionToken } = await choosing()
    await environment.changeTenant('globex', { otpEnabled: true })
    const outcome = outcomeOf('otp_required', await choose(environment, sessionToken, 'globex'))
    expect(outcome).toMatchObject({ username: 'ada-globex', minutes: 5 })
    const { code, organization } = await environment.lastMail('otp')
    expect(organization).toBe('Globex Ltd')
    const verified = await environment.auth.verifyOtp({
      username: 'ada-globex',
      code,
      from: environment.from(),
    })
    expect(verified).toMatchObject({ kind: 'authenticated', user: { tenant: { id: 'globex' } } })
  })

  it('switches to another with the session token of a full answer', async () => {
    const { environment, sessionToken } = await choosing()
    const entered = outcomeOf('authenticated', await choose(environment, sessionToken, 'globex'))
    expect(await choose(environment, entered.sessionToken, 'acme')).toMatchObject({
      kind: 'authenticated',
      user: { tenant: { id: 'acme' } },
    })
  })

  it('is on record, whatever comes of it', async () => {
    const { environment, ada, sessionToken } = await choosing()
    await choose(environment, sessionToken, 'globex')
    await choose(environment, sessionToken, 'initech')
    expect(await environment.audit('tenant_chosen')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, detail: { tenant: 'globex' } },
      { outcome: 'refused', accountId: ada.accountId, detail: { tenant: 'not offered' } },
    ])
  })

  it('is limited for one network', async () => {
    const environment = createTestEnvironment()
    for (let asked = 0; asked < 600; asked += 1) await choose(environment, '', 'acme')
    expect(await choose(environment, '', 'acme')).toMatchObject({ refusal: 'rate_limited' })
  })
})

describe('T-02: a session token', () => {
  it.each([
    ['ui', 'ui', 'ui'],
    ['ui', 'cli', 'ui'],
    ['ui', 'vscode', 'ui'],
    ['cli', 'ui', 'ui'],
    ['cli', 'cli', 'cli'],
    ['cli', 'vscode', 'ui'],
    ['vscode', 'ui', 'ui'],
    ['vscode', 'cli', 'ui'],
    ['vscode', 'vscode', 'vscode'],
  ] as const)(
    'issued to %s and redeemed by %s counts as %s',
    async (issued, redeemed, effective) => {
      const { environment, sessionToken } = await choosing(issued)
      const outcome = await choose(environment, sessionToken, 'acme', redeemed)
      const { token } = outcomeOf('authenticated', outcome)
      expect(environment.auth.authenticate(token, environment.ports.clock.now())).toMatchObject({
        claims: { source: effective },
      })

      await environment.changeTenant('globex', { otpEnabled: true })
      expect(await choose(environment, sessionToken, 'globex', redeemed)).toMatchObject({
        kind: effective === 'ui' ? 'otp_required' : 'authenticated',
      })
    },
  )

  it('that counted as a browser once does so for good', async () => {
    const { environment, sessionToken } = await choosing('cli')
    const mixed = outcomeOf('authenticated', await choose(environment, sessionToken, 'acme', 'ui'))
    await environment.changeTenant('globex', { otpEnabled: true })
    expect(await choose(environment, mixed.sessionToken, 'globex', 'cli')).toMatchObject({
      kind: 'otp_required',
    })
  })
})

describe('T-03: the session token that comes with a challenge', () => {
  it.each(['ui', 'cli', 'vscode'] as const)(
    'opens nothing to %s without the code',
    async (client) => {
      const environment = createTestEnvironment({ settings: { otpDefault: true } })
      const ada = await environment.signUp()
      const { sessionToken } = outcomeOf('otp_required', await environment.logIn(ada))
      expect(await choose(environment, sessionToken, 'acme', client)).toMatchObject({
        kind: 'otp_required',
      })
      expect(await choose(environment, sessionToken, 'globex', client)).toEqual(notOffered)
      expect(await environment.mails('otp')).toHaveLength(1)
    },
  )

  it('cannot fetch more codes than a login can', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    const { sessionToken } = outcomeOf('otp_required', await environment.logIn(ada))
    for (let sent = 1; sent < 5; sent += 1) {
      environment.ports.clock.advance(30)
      await choose(environment, sessionToken, 'acme')
    }
    environment.ports.clock.advance(30)
    expect(await choose(environment, sessionToken, 'acme')).toMatchObject({
      refusal: 'rate_limited',
    })
    expect(await environment.mails('otp')).toHaveLength(5)
  })
})

describe('T-04: what is not a session token', () => {
  it.each(['', 'made up', 'a.b.c'])('like %j opens nothing', async (sessionToken) => {
    const { environment } = await choosing()
    expect(await choose(environment, sessionToken, 'acme')).toEqual(invalid)
  })

  it('like an access token opens nothing', async () => {
    const { environment, sessionToken } = await choosing()
    const { token } = outcomeOf('authenticated', await choose(environment, sessionToken, 'acme'))
    expect(await choose(environment, token, 'acme')).toEqual(invalid)
  })

  it('and a session token is no access token', async () => {
    const { environment, sessionToken: token } = await choosing()
    const tokenInvalid = { kind: 'refused', refusal: 'token_invalid' }
    const from = environment.from()
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toEqual(
      tokenInvalid,
    )
    expect(await environment.auth.refresh({ token, from })).toEqual(tokenInvalid)
    expect(await environment.auth.logOut({ token, from })).toEqual(tokenInvalid)
    expect(await environment.auth.readOrganization({ token, from })).toEqual(tokenInvalid)
  })

  it('T-39: like one from before a forced rotation opens nothing', async () => {
    const { environment, sessionToken } = await choosing()
    environment.ports.keyRing.replace(await forceKeyRotation(environment.ports))
    expect(await choose(environment, sessionToken, 'acme')).toEqual(invalid)
  })
})

describe('T-05: a chain of session tokens', () => {
  it('ends with the longest session, and keeps the time of the real login', async () => {
    const environment = createTestEnvironment({ settings: { maxSessionSeconds: 3600 } })
    await signUpIn(environment, ['Acme', 'Globex'])
    const began = environment.ports.clock.now()
    let { sessionToken } = outcomeOf('tenant_selection_required', await environment.logIn(ada))
    for (let passed = 600; passed < 3600; passed += 600) {
      environment.ports.clock.advance(600)
      const entered = outcomeOf('authenticated', await choose(environment, sessionToken, 'acme'))
      sessionToken = entered.sessionToken
      expect(
        environment.auth.authenticate(entered.token, environment.ports.clock.now()),
      ).toMatchObject({
        claims: { authTime: began },
      })
    }
    environment.ports.clock.advance(599)
    expect(await choose(environment, sessionToken, 'acme')).toMatchObject({ kind: 'authenticated' })
    environment.ports.clock.advance(1)
    expect(await choose(environment, sessionToken, 'acme')).toEqual(invalid)
  })
})

describe('T-06: a tenant that is not offered', () => {
  it.each(['initech', 'master', '../acme', 'ACME', '', 'acme '])(
    'like %j is refused',
    async (id) => {
      const { environment, sessionToken } = await choosing()
      await environment.signUp({ organizationName: 'Initech', email: 'grace@example.com' })
      expect(await choose(environment, sessionToken, id)).toEqual(notOffered)
    },
  )

  it.each([
    [
      'disabled',
      (environment: TestEnvironment) => environment.changeTenant('globex', { status: 'disabled' }),
    ],
    [
      'removed',
      ({ ports }: TestEnvironment) => ports.store.transaction((tx) => tx.tenants.remove('globex')),
    ],
    [
      'one whose account is disabled',
      async (environment: TestEnvironment) => {
        const account = await environment.ports.store.transaction((tx) =>
          tx.accounts.findByUsername('ada-globex'),
        )
        await environment.changeAccount(account?.id ?? '', { status: 'disabled' })
      },
    ],
  ])('because it is %s meanwhile is refused alike', async (_, happen) => {
    const { environment, sessionToken } = await choosing()
    await happen(environment)
    expect(await choose(environment, sessionToken, 'globex')).toEqual(notOffered)
    const outcome = outcomeOf('authenticated', await choose(environment, sessionToken, 'acme'))
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme'])
  })
})

describe('T-08: the OTP setting', () => {
  it('is the one at the moment of the choice', async () => {
    const { environment, sessionToken } = await choosing()
    await environment.changeTenant('acme', { otpEnabled: true })
    expect(await choose(environment, sessionToken, 'acme')).toMatchObject({ kind: 'otp_required' })
    await environment.changeTenant('acme', { otpEnabled: false })
    expect(await choose(environment, sessionToken, 'acme')).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-14: a password change', () => {
  it('closes that account to the session token, and no other', async () => {
    const { environment, sessionToken } = await choosing()
    await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
    const { accounts } = await environment.lastMail('password_reset')
    const link = accounts.find(({ username }) => username === 'ada-acme')
    await environment.auth.resetPassword({
      resetToken: link?.token ?? '',
      newPassword: 'battery staple',
      from: environment.from(),
    })
    expect(await choose(environment, sessionToken, 'acme')).toEqual(notOffered)
    expect(await choose(environment, sessionToken, 'globex')).toMatchObject({
      kind: 'authenticated',
    })
  })
})

describe('a session token in time', () => {
  it('is good until the moment it expires', async () => {
    const { environment, sessionToken } = await choosing()
    environment.ports.clock.advance(15 * 60 - 0.001)
    expect(await choose(environment, sessionToken, 'acme')).toMatchObject({ kind: 'authenticated' })
    environment.ports.clock.advance(0.001)
    expect(await choose(environment, sessionToken, 'acme')).toEqual(invalid)
  })

  it('is checked by when the request arrived', async () => {
    const { environment, sessionToken } = await choosing()
    const from = environment.from()
    environment.ports.clock.advance(15 * 60)
    const command = { sessionToken, tenantId: 'acme', from }
    expect(await environment.auth.selectTenant(command)).toMatchObject({ kind: 'authenticated' })
  })

  it('T-38: lives no longer than the operator says now', async () => {
    const { environment, sessionToken } = await choosing()
    environment.ports.clock.advance(60)
    const stricter = environment.with({ settings: { sessionTokenSeconds: 60 } })
    expect(await choose(stricter, sessionToken, 'acme')).toEqual(invalid)
  })
})

const ada: Pick<Person, 'email' | 'password'> = {
  email: 'ada@example.com',
  password: 'correct horse',
}

async function choosing(client: ClientType = 'ui') {
  const environment = createTestEnvironment()
  const first = await signUpIn(environment, ['Acme', 'Globex'])
  const outcome = outcomeOf('tenant_selection_required', await environment.logIn(first, { client }))
  return { environment, ada: first, sessionToken: outcome.sessionToken }
}

function choose(
  { auth, from }: TestEnvironment,
  ...[sessionToken, tenantId, client = 'ui']: [string, string, ClientType?]
) {
  return auth.selectTenant({ sessionToken, tenantId, from: from({ client }) })
}
