import { describe, expect, it } from '@jest/globals'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { watching } from '../../test-support/watching.ts'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import type { Membership } from '../records/account.ts'
import { defaultSettings } from '../settings.ts'

const invalidCredentials = { kind: 'refused', refusal: 'invalid_credentials' }

describe('an account whose address was never confirmed', () => {
  it('is let in unless the operator says otherwise, and then once it is confirmed', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    const strict = environment.with({ settings: { unconfirmedAccounts: 'no_login' } })
    expect(await strict.logIn(ada)).toEqual(invalidCredentials)
    await environment.changeAccount(ada.accountId, { emailVerified: true })
    expect(await strict.logIn(ada)).toMatchObject({ kind: 'authenticated' })
  })
})

describe('a right password', () => {
  it('opens the only tenant: a token, the user, and a session token', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const outcome = outcomeOf('authenticated', await environment.logIn(ada))
    expect(outcome).toMatchObject({
      expiresIn: 86_400,
      user: { account: { id: ada.accountId }, tenant: { id: 'acme' } },
      offered: [{ tenant: { id: 'acme' } }],
    })
    expect(
      environment.auth.authenticate(outcome.token, environment.ports.clock.now()),
    ).toMatchObject({
      claims: { userId: ada.accountId, tenantId: 'acme', source: 'ui' },
    })
    expect(await choose(environment, outcome.sessionToken, 'acme')).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('sends a browser a code where the tenant wants it', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    const outcome = outcomeOf('otp_required', await environment.logIn(ada))
    expect(outcome).toMatchObject({
      username: ada.username,
      minutes: 5,
      offered: [{ tenant: { id: 'acme' } }],
    })
    expect(outcome).not.toHaveProperty('token')
    expect(await environment.lastMail('otp')).toMatchObject({ to: ada.email, minutes: 5 })
  })

  it('of several tenants lets the person choose', async () => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    await environment.signUp({ organizationName: 'Globex' })
    const outcome = outcomeOf('tenant_selection_required', await environment.logIn(ada))
    expect(offered(outcome)).toEqual(['acme', 'globex'])
    expect(outcome).not.toHaveProperty('token')
    expect(await environment.mails('otp')).toEqual([])
  })

  it('is known by an address in any case', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const outcome = await environment.logIn({ ...ada, email: 'ADA@Example.COM' })
    expect(outcome).toMatchObject({ kind: 'authenticated' })
  })

  it('is taken as it was typed', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp({ password: '  pass wörd 💥 ' })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.logIn({ ...ada, password: 'pass wörd 💥' })).toEqual(
      invalidCredentials,
    )
  })
})

describe('T-16: only tenants that took this password', () => {
  it('are offered, when two of three do', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const initech = { organizationName: 'Initech', password: 'battery staple' }
    const other = await environment.signUp(initech)
    await environment.signUp({ organizationName: 'Globex' })

    const several = outcomeOf('tenant_selection_required', await environment.logIn(ada))
    expect(offered(several)).toEqual(['acme', 'globex'])
    expect(await choose(environment, several.sessionToken, 'initech')).toEqual(notOffered)
    expect(await choose(environment, several.sessionToken, 'globex')).toMatchObject({
      kind: 'authenticated',
      user: { tenant: { id: 'globex' } },
    })

    const single = outcomeOf('authenticated', await environment.logIn(other))
    expect(offered(single)).toEqual(['initech'])
    expect(await choose(environment, single.sessionToken, 'acme')).toEqual(notOffered)
  })

  it('are offered to who planted an organization with the email of somebody else', async () => {
    const environment = createTestEnvironment()
    const victim = await environment.signUp({ organizationName: 'Corp', email: 'victim@corp.com' })
    const planted = await environment.signUp({
      organizationName: 'Evil',
      email: 'victim@corp.com',
      password: 'attacker1',
    })

    const attacker = outcomeOf('authenticated', await environment.logIn(planted))
    expect(offered(attacker)).toEqual(['evil'])
    expect(attacker.user.tenant.id).toBe('evil')
    expect(await choose(environment, attacker.sessionToken, 'corp')).toEqual(notOffered)

    const owner = outcomeOf('authenticated', await environment.logIn(victim))
    expect(offered(owner)).toEqual(['corp'])
  })
})

describe('a login that opens nothing', () => {
  it('is answered alike, whatever was wrong', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    expect(await environment.logIn({ ...ada, password: 'wrong' })).toEqual(invalidCredentials)
    expect(await environment.logIn({ ...ada, email: 'grace@example.com' })).toEqual(
      invalidCredentials,
    )
    expect(await environment.logIn({ ...ada, email: 'not an address' })).toEqual(invalidCredentials)
    expect(await environment.logIn({ ...ada, password: '' })).toEqual(invalidCredentials)
  })

  it.each([
    ['an unknown address', 'grace@example.com'],
    ['no address at all', 'not an address'],
    ['T-24: a full-width @', 'ada＠example.com'],
  ])('T-34: does the work of a wrong password for %s', async (_, email) => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { checks, nobody, watched } = watching(environment)
    await watched.logIn({ ...ada, email })
    expect(nobody).toEqual([ada.password])
    expect(checks).toEqual([])
  })

  it('T-34: does no such work beside a real check', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const { checks, nobody, watched } = watching(environment)
    await watched.logIn({ ...ada, password: 'wrong' })
    expect(nobody).toEqual([])
    expect(checks).toEqual(['acme'])
  })

  it('is on record with the account it was meant for, if there is one', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await environment.logIn({ ...ada, password: 'wrong' }, { client: 'cli' })
    await environment.logIn({ ...ada, email: 'grace@example.com' })
    expect(await environment.audit('login')).toMatchObject([
      { outcome: 'refused', accountId: ada.accountId, tenantId: 'acme', client: 'cli' },
      { outcome: 'refused', accountId: null, tenantId: null },
    ])
  })

  it.each([
    [
      'account',
      (environment: TestEnvironment, id: string) =>
        environment.changeAccount(id, { status: 'disabled' }),
    ],
    [
      'tenant',
      (environment: TestEnvironment) => environment.changeTenant('acme', { status: 'disabled' }),
    ],
    [
      'reserved',
      (environment: TestEnvironment) => environment.changeTenant('acme', { status: 'reserved' }),
    ],
  ])('is that of a disabled %s, which costs the same work', async (_, disable) => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await disable(environment, ada.accountId)
    const { nobody, watched } = watching(environment)
    expect(await watched.logIn(ada)).toEqual(invalidCredentials)
    expect(nobody).toEqual([ada.password])
  })

  it('leaves a disabled tenant out of several', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    await environment.signUp({ organizationName: 'Globex' })
    await environment.changeTenant('acme', { status: 'disabled' })
    expect(offered(outcomeOf('authenticated', await environment.logIn(ada)))).toEqual(['globex'])
  })
})

describe('while a password is being checked', () => {
  it('T-14: a new one may be set, and then the old one opens nothing', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const outcome = await meanwhile(environment, async () => {
      await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
      const { accounts } = await environment.lastMail('password_reset')
      await environment.auth.resetPassword({
        resetToken: accounts[0]?.token ?? '',
        newPassword: 'battery staple',
        from: environment.from(),
      })
    }).logIn(ada)
    expect(outcome).toEqual(invalidCredentials)
  })

  it('T-14: the account may be disabled, and then it opens nothing', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const disable = () => environment.changeAccount(ada.accountId, { status: 'disabled' })
    expect(await meanwhile(environment, disable).logIn(ada)).toEqual(invalidCredentials)
  })
})

describe('T-01: a client that is not asked for a code', () => {
  it.each(['cli', 'vscode'] as const)('is %s, and the record says so', async (client) => {
    const environment = createTestEnvironment({ settings: { otpDefault: true } })
    const ada = await environment.signUp()
    expect(await environment.logIn(ada, { client, userAgent: 'gatehouse-cli/1' })).toMatchObject({
      kind: 'authenticated',
    })
    expect(await environment.audit('login')).toMatchObject([
      { client, userAgent: 'gatehouse-cli/1', detail: { methods: 'pwd', otp: 'skipped' } },
    ])
  })

  it('is not said to have skipped one where there is none', async () => {
    const environment = createTestEnvironment()
    await environment.logIn(await environment.signUp(), { client: 'cli' })
    const [event] = await environment.audit('login')
    expect(event?.detail).toEqual({ methods: 'pwd' })
  })

  it.each(['cli', 'vscode'] as const)('is not %s once the operator says so', async (client) => {
    const environment = createTestEnvironment({
      settings: { otpDefault: true, otpExemptClients: [] },
    })
    const ada = await environment.signUp()
    expect(await environment.logIn(ada, { client })).toMatchObject({ kind: 'otp_required' })
  })
})

describe('the groups of the credential store', () => {
  it('T-42: are never cut short: too many for a token are a fault for the operator to see', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const account = await environment.account(ada.accountId)
    const groups = Array.from({ length: 800 }, (_, index) => `group ${index}`)
    if (account) await environment.ports.credentialStore.setGroups(account, groups)
    await expect(environment.logIn(ada)).rejects.toMatchObject({ port: 'credential_store' })
  })

  it('are in the token, and remembered', async () => {
    const environment = createTestEnvironment()
    const ada = await environment.signUp()
    const account = await environment.account(ada.accountId)
    if (account) await environment.ports.credentialStore.setGroups(account, ['operators', 'pilots'])

    const { token } = outcomeOf('authenticated', await environment.logIn(ada))
    expect(environment.auth.authenticate(token, environment.ports.clock.now())).toMatchObject({
      claims: { groups: ['operators', 'pilots'] },
    })
    expect(await environment.account(ada.accountId)).toMatchObject({
      groups: ['operators', 'pilots'],
    })
  })
})

describe('T-19: the time of a login', () => {
  const floorMs = 500

  /** Logs in where each check takes so long, and says how long it was made to wait. */
  async function waits(organizations: readonly string[], password: string, checkMs: number) {
    const environment = createTestEnvironment({ settings: { loginFloorSeconds: floorMs / 1000 } })
    for (const organizationName of organizations) await environment.signUp({ organizationName })
    const { credentialStore, clock } = environment.ports
    const took = () => clock.advance(checkMs / 1000)
    const slept: number[] = []
    const slow = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          checkPassword: async (...parameters) => {
            took()
            return credentialStore.checkPassword(...parameters)
          },
          checkNobody: async () => took(),
        },
        sleep: async (milliseconds) => void slept.push(milliseconds),
      },
    })
    await slow.logIn({ email: 'ada@example.com', password })
    return slept
  }

  const some = ['Acme', 'Globex', 'Initech']

  it.each([
    ['nobody', { organizations: [], password: 'wrong', rest: 400 }],
    ['one', { organizations: ['Acme'], password: 'wrong', rest: 400 }],
    ['three', { organizations: some, password: 'wrong', rest: 200 }],
    ['one, let in', { organizations: ['Acme'], password: 'correct horse', rest: 400 }],
    ['three, let in', { organizations: some, password: 'correct horse', rest: 200 }],
  ])('is filled up to the floor: %s', async (_, { organizations, password, rest }) => {
    expect(await waits(organizations, password, 100)).toEqual([rest])
  })

  it('is not made longer when it is longer anyway', async () => {
    expect(await waits(some, 'wrong', 200)).toEqual([])
  })

  it('is no longer than the floor when the clock was set back', async () => {
    expect(await waits(['Acme'], 'wrong', -3600_000)).toEqual([floorMs])
  })

  it('is not filled up for who has to wait anyway: nothing was asked about them', async () => {
    const slept: number[] = []
    const loginPerNetwork = { name: 'login_network', points: 0, seconds: 60 }
    const environment = createTestEnvironment({
      settings: { limits: { ...defaultSettings.limits, loginPerNetwork } },
      ports: { sleep: async (milliseconds) => void slept.push(milliseconds) },
    })
    const outcome = await environment.logIn({ email: 'ada@example.com', password: 'wrong' })
    expect(outcome).toMatchObject({ refusal: 'rate_limited' })
    expect(slept).toEqual([])
  })
})

describe('T-19: a login to many tenants', () => {
  it('tries no more than it may, the oldest first', async () => {
    const environment = createTestEnvironment({ settings: { maxTenantsPerLogin: 2 } })
    const confirmed = { emailVerified: true }
    const ada = await signUpIn(environment, ['Acme', 'Globex', 'Initech'], confirmed)
    const { checks, watched } = watching(environment)
    const outcome = outcomeOf('tenant_selection_required', await watched.logIn(ada))
    expect(checks).toEqual(['acme', 'globex'])
    expect(offered(outcome)).toEqual(['acme', 'globex'])
  })

  it('asks only so many at the same time', async () => {
    const environment = createTestEnvironment({ settings: { concurrentChecks: 3 } })
    const ada = await signUpIn(
      environment,
      Array.from({ length: 10 }, (_, index) => `Acme ${index}`),
      { emailVerified: true },
    )
    let underWay = 0
    let max = 0
    const { credentialStore } = environment.ports
    const counting = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async checkPassword(user, password) {
            underWay += 1
            max = Math.max(max, underWay)
            await Promise.resolve()
            underWay -= 1
            return credentialStore.checkPassword(user, password)
          },
        },
      },
    })
    const outcome = await counting.logIn(ada)
    expect(offered(outcomeOf('tenant_selection_required', outcome))).toHaveLength(10)
    expect(max).toBe(3)
  })
})

const notOffered = { kind: 'refused', refusal: 'tenant_not_offered' }

function offered({ offered: memberships }: { readonly offered: readonly Membership[] }) {
  return memberships.map(({ tenant }) => tenant.id)
}

function choose({ auth, from }: TestEnvironment, sessionToken: string, tenantId: string) {
  return auth.selectTenant({ sessionToken, tenantId, from: from() })
}

/** The same world, in which something happens after a password was found right. */
function meanwhile(environment: TestEnvironment, happens: () => Promise<void>): TestEnvironment {
  const { credentialStore } = environment.ports
  return environment.with({
    ports: {
      credentialStore: {
        ...credentialStore,
        async checkPassword(user, password) {
          const check = await credentialStore.checkPassword(user, password)
          await happens()
          return check
        },
      },
    },
  })
}
