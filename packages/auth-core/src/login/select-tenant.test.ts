import { describe, expect, it } from '@jest/globals'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { createStage, outcomeOf, type Person, type Stage } from '../../testing/stage.ts'
import { forceKeyRotation } from '../keys/rotate-keys.ts'
import type { ClientType } from '../records/client.ts'

const notOffered = { kind: 'refused', refusal: 'tenant_not_offered' }
const invalid = { kind: 'refused', refusal: 'session_token_invalid' }

describe('choosing a tenant', () => {
  it('T-14: needs a new login once nothing that was proven holds any more', async () => {
    const { stage, sessionToken } = await choosing()
    for (const tenant of ['acme', 'globex']) {
      await stage.changeTenant(tenant, { standing: 'disabled' })
    }
    expect(await choose(stage, sessionToken, 'globex')).toEqual(invalid)
  })

  it('enters it, with the others still on offer', async () => {
    const { stage, sessionToken } = await choosing()
    const outcome = outcomeOf('authenticated', await choose(stage, sessionToken, 'globex'))
    expect(outcome.user.tenant.id).toBe('globex')
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme', 'globex'])
    expect(stage.auth.authenticate(outcome.token, stage.ports.clock.now())).toMatchObject({
      claims: { tenantId: 'globex', username: 'ada-globex', source: 'ui' },
    })
  })

  it('sends a browser a code where the tenant wants it, to that account', async () => {
    const { stage, sessionToken } = await choosing()
    await stage.changeTenant('globex', { otpEnabled: true })
    const outcome = outcomeOf('otp_required', await choose(stage, sessionToken, 'globex'))
    expect(outcome).toMatchObject({ username: 'ada-globex', minutes: 5 })
    const { code, organization } = await stage.lastMail('otp')
    expect(organization).toBe('Globex Ltd')
    const verified = await stage.auth.verifyOtp({
      username: 'ada-globex',
      code,
      from: stage.from(),
    })
    expect(verified).toMatchObject({ kind: 'authenticated', user: { tenant: { id: 'globex' } } })
  })

  it('switches to another with the session token of a full answer', async () => {
    const { stage, sessionToken } = await choosing()
    const entered = outcomeOf('authenticated', await choose(stage, sessionToken, 'globex'))
    expect(await choose(stage, entered.sessionToken, 'acme')).toMatchObject({
      kind: 'authenticated',
      user: { tenant: { id: 'acme' } },
    })
  })

  it('is on record, whatever comes of it', async () => {
    const { stage, ada, sessionToken } = await choosing()
    await choose(stage, sessionToken, 'globex')
    await choose(stage, sessionToken, 'initech')
    expect(await stage.audit('tenant_chosen')).toMatchObject([
      { outcome: 'ok', accountId: ada.accountId, detail: { tenant: 'globex' } },
      { outcome: 'refused', accountId: ada.accountId, detail: { tenant: 'not offered' } },
    ])
  })

  it('is limited for one network', async () => {
    const stage = createStage()
    for (let asked = 0; asked < 600; asked += 1) await choose(stage, '', 'acme')
    expect(await choose(stage, '', 'acme')).toMatchObject({ refusal: 'rate_limited' })
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
      const { stage, sessionToken } = await choosing(issued)
      const outcome = await choose(stage, sessionToken, 'acme', redeemed)
      const { token } = outcomeOf('authenticated', outcome)
      expect(stage.auth.authenticate(token, stage.ports.clock.now())).toMatchObject({
        claims: { source: effective },
      })

      await stage.changeTenant('globex', { otpEnabled: true })
      expect(await choose(stage, sessionToken, 'globex', redeemed)).toMatchObject({
        kind: effective === 'ui' ? 'otp_required' : 'authenticated',
      })
    },
  )

  it('that counted as a browser once does so for good', async () => {
    const { stage, sessionToken } = await choosing('cli')
    const mixed = outcomeOf('authenticated', await choose(stage, sessionToken, 'acme', 'ui'))
    await stage.changeTenant('globex', { otpEnabled: true })
    expect(await choose(stage, mixed.sessionToken, 'globex', 'cli')).toMatchObject({
      kind: 'otp_required',
    })
  })
})

describe('T-03: the session token that comes with a challenge', () => {
  it.each(['ui', 'cli', 'vscode'] as const)(
    'opens nothing to %s without the code',
    async (client) => {
      const stage = createStage({ settings: { otpDefault: true } })
      const ada = await stage.signUp()
      const { sessionToken } = outcomeOf('otp_required', await stage.logIn(ada))
      expect(await choose(stage, sessionToken, 'acme', client)).toMatchObject({
        kind: 'otp_required',
      })
      expect(await choose(stage, sessionToken, 'globex', client)).toEqual(notOffered)
      expect(await stage.mails('otp')).toHaveLength(1)
    },
  )

  it('cannot fetch more codes than a login can', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    const { sessionToken } = outcomeOf('otp_required', await stage.logIn(ada))
    for (let sent = 1; sent < 5; sent += 1) {
      stage.ports.clock.advance(30)
      await choose(stage, sessionToken, 'acme')
    }
    stage.ports.clock.advance(30)
    expect(await choose(stage, sessionToken, 'acme')).toMatchObject({ refusal: 'rate_limited' })
    expect(await stage.mails('otp')).toHaveLength(5)
  })
})

describe('T-04: what is not a session token', () => {
  it.each(['', 'made up', 'a.b.c'])('like %j opens nothing', async (sessionToken) => {
    const { stage } = await choosing()
    expect(await choose(stage, sessionToken, 'acme')).toEqual(invalid)
  })

  it('like an access token opens nothing', async () => {
    const { stage, sessionToken } = await choosing()
    const { token } = outcomeOf('authenticated', await choose(stage, sessionToken, 'acme'))
    expect(await choose(stage, token, 'acme')).toEqual(invalid)
  })

  it('and a session token is no access token', async () => {
    const { stage, sessionToken: token } = await choosing()
    const tokenInvalid = { kind: 'refused', refusal: 'token_invalid' }
    const from = stage.from()
    expect(stage.auth.authenticate(token, stage.ports.clock.now())).toEqual(tokenInvalid)
    expect(await stage.auth.refresh({ token, from })).toEqual(tokenInvalid)
    expect(await stage.auth.logOut({ token, from })).toEqual(tokenInvalid)
    expect(await stage.auth.readOrganization({ token, from })).toEqual(tokenInvalid)
  })

  it('T-39: like one from before a forced rotation opens nothing', async () => {
    const { stage, sessionToken } = await choosing()
    stage.ports.keyRing.replace(await forceKeyRotation(stage.ports))
    expect(await choose(stage, sessionToken, 'acme')).toEqual(invalid)
  })
})

describe('T-05: a chain of session tokens', () => {
  it('ends with the longest session, and keeps the time of the real login', async () => {
    const stage = createStage({ settings: { maxSessionSeconds: 3600 } })
    await signUpIn(stage, ['Acme', 'Globex'])
    const began = stage.ports.clock.now()
    let { sessionToken } = outcomeOf('tenant_selection_required', await stage.logIn(ada))
    for (let passed = 600; passed < 3600; passed += 600) {
      stage.ports.clock.advance(600)
      const entered = outcomeOf('authenticated', await choose(stage, sessionToken, 'acme'))
      sessionToken = entered.sessionToken
      expect(stage.auth.authenticate(entered.token, stage.ports.clock.now())).toMatchObject({
        claims: { authTime: began },
      })
    }
    stage.ports.clock.advance(599)
    expect(await choose(stage, sessionToken, 'acme')).toMatchObject({ kind: 'authenticated' })
    stage.ports.clock.advance(1)
    expect(await choose(stage, sessionToken, 'acme')).toEqual(invalid)
  })
})

describe('T-06: a tenant that is not offered', () => {
  it.each(['initech', 'master', '../acme', 'ACME', '', 'acme '])(
    'like %j is refused',
    async (id) => {
      const { stage, sessionToken } = await choosing()
      await stage.signUp({ organizationName: 'Initech', email: 'grace@example.com' })
      expect(await choose(stage, sessionToken, id)).toEqual(notOffered)
    },
  )

  it.each([
    ['disabled', (stage: Stage) => stage.changeTenant('globex', { standing: 'disabled' })],
    ['removed', ({ ports }: Stage) => ports.store.transaction((tx) => tx.tenants.remove('globex'))],
    [
      'one whose account is disabled',
      async (stage: Stage) => {
        const account = await stage.ports.store.transaction((tx) =>
          tx.accounts.findByUsername('ada-globex'),
        )
        await stage.changeAccount(account?.id ?? '', { standing: 'disabled' })
      },
    ],
  ])('because it is %s meanwhile is refused alike', async (_, happen) => {
    const { stage, sessionToken } = await choosing()
    await happen(stage)
    expect(await choose(stage, sessionToken, 'globex')).toEqual(notOffered)
    const outcome = outcomeOf('authenticated', await choose(stage, sessionToken, 'acme'))
    expect(outcome.offered.map(({ tenant }) => tenant.id)).toEqual(['acme'])
  })
})

describe('T-08: the OTP setting', () => {
  it('is the one at the moment of the choice', async () => {
    const { stage, sessionToken } = await choosing()
    await stage.changeTenant('acme', { otpEnabled: true })
    expect(await choose(stage, sessionToken, 'acme')).toMatchObject({ kind: 'otp_required' })
    await stage.changeTenant('acme', { otpEnabled: false })
    expect(await choose(stage, sessionToken, 'acme')).toMatchObject({ kind: 'authenticated' })
  })
})

describe('T-14: a password change', () => {
  it('closes that account to the session token, and no other', async () => {
    const { stage, sessionToken } = await choosing()
    await stage.auth.forgotPassword({ email: ada.email, from: stage.from() })
    const { accounts } = await stage.lastMail('password_reset')
    const link = accounts.find(({ username }) => username === 'ada-acme')
    await stage.auth.resetPassword({
      resetToken: link?.token ?? '',
      newPassword: 'battery staple',
      from: stage.from(),
    })
    expect(await choose(stage, sessionToken, 'acme')).toEqual(notOffered)
    expect(await choose(stage, sessionToken, 'globex')).toMatchObject({ kind: 'authenticated' })
  })
})

describe('a session token in time', () => {
  it('is good until the moment it expires', async () => {
    const { stage, sessionToken } = await choosing()
    stage.ports.clock.advance(15 * 60 - 0.001)
    expect(await choose(stage, sessionToken, 'acme')).toMatchObject({ kind: 'authenticated' })
    stage.ports.clock.advance(0.001)
    expect(await choose(stage, sessionToken, 'acme')).toEqual(invalid)
  })

  it('is judged by when the request arrived', async () => {
    const { stage, sessionToken } = await choosing()
    const from = stage.from()
    stage.ports.clock.advance(15 * 60)
    const command = { sessionToken, tenantId: 'acme', from }
    expect(await stage.auth.selectTenant(command)).toMatchObject({ kind: 'authenticated' })
  })

  it('T-38: lives no longer than the operator says now', async () => {
    const { stage, sessionToken } = await choosing()
    stage.ports.clock.advance(60)
    const stricter = stage.with({ settings: { sessionTokenSeconds: 60 } })
    expect(await choose(stricter, sessionToken, 'acme')).toEqual(invalid)
  })
})

const ada: Pick<Person, 'email' | 'password'> = {
  email: 'ada@example.com',
  password: 'correct horse',
}

async function choosing(client: ClientType = 'ui') {
  const stage = createStage()
  const first = await signUpIn(stage, ['Acme', 'Globex'])
  const outcome = outcomeOf('tenant_selection_required', await stage.logIn(first, { client }))
  return { stage, ada: first, sessionToken: outcome.sessionToken }
}

function choose(
  { auth, from }: Stage,
  ...[sessionToken, tenantId, client = 'ui']: [string, string, ClientType?]
) {
  return auth.selectTenant({ sessionToken, tenantId, from: from({ client }) })
}
