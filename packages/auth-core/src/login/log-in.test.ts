import { describe, expect, it } from '@jest/globals'
import { signUpIn } from '../../test-support/sign-up-in.ts'
import { watching } from '../../test-support/watching.ts'
import { createStage, outcomeOf, type Stage } from '../../testing/stage.ts'
import type { Membership } from '../records/account.ts'
import { defaultSettings } from '../settings.ts'

const invalidCredentials = { kind: 'refused', refusal: 'invalid_credentials' }

describe('a right password', () => {
  it('opens the only tenant: a token, the user, and a session token', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const outcome = outcomeOf('authenticated', await stage.logIn(ada))
    expect(outcome).toMatchObject({
      expiresIn: 86_400,
      user: { account: { id: ada.accountId }, tenant: { id: 'acme' } },
      offered: [{ tenant: { id: 'acme' } }],
    })
    expect(stage.auth.authenticate(outcome.token, stage.ports.clock.now())).toMatchObject({
      claims: { userId: ada.accountId, tenantId: 'acme', source: 'ui' },
    })
    expect(await choose(stage, outcome.sessionToken, 'acme')).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('sends a browser a code where the tenant wants it', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    const outcome = outcomeOf('otp_required', await stage.logIn(ada))
    expect(outcome).toMatchObject({
      username: ada.username,
      minutes: 5,
      offered: [{ tenant: { id: 'acme' } }],
    })
    expect(outcome).not.toHaveProperty('token')
    expect(await stage.lastMail('otp')).toMatchObject({ to: ada.email, minutes: 5 })
  })

  it('of several tenants lets the person choose', async () => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    await stage.signUp({ organizationName: 'Globex' })
    const outcome = outcomeOf('tenant_selection_required', await stage.logIn(ada))
    expect(offered(outcome)).toEqual(['acme', 'globex'])
    expect(outcome).not.toHaveProperty('token')
    expect(await stage.mails('otp')).toEqual([])
  })

  it('is known by an address in any case', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const outcome = await stage.logIn({ ...ada, email: 'ADA@Example.COM' })
    expect(outcome).toMatchObject({ kind: 'authenticated' })
  })

  it('is taken as it was typed', async () => {
    const stage = createStage()
    const ada = await stage.signUp({ password: '  pass wörd 💥 ' })
    expect(await stage.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await stage.logIn({ ...ada, password: 'pass wörd 💥' })).toEqual(invalidCredentials)
  })
})

describe('T-16: only tenants that took this password', () => {
  it('are offered, when two of three do', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const initech = { organizationName: 'Initech', password: 'battery staple' }
    const other = await stage.signUp(initech)
    await stage.signUp({ organizationName: 'Globex' })

    const several = outcomeOf('tenant_selection_required', await stage.logIn(ada))
    expect(offered(several)).toEqual(['acme', 'globex'])
    expect(await choose(stage, several.sessionToken, 'initech')).toEqual(notOffered)
    expect(await choose(stage, several.sessionToken, 'globex')).toMatchObject({
      kind: 'authenticated',
      user: { tenant: { id: 'globex' } },
    })

    const single = outcomeOf('authenticated', await stage.logIn(other))
    expect(offered(single)).toEqual(['initech'])
    expect(await choose(stage, single.sessionToken, 'acme')).toEqual(notOffered)
  })

  it('are offered to who planted an organization with the email of somebody else', async () => {
    const stage = createStage()
    const victim = await stage.signUp({ organizationName: 'Corp', email: 'victim@corp.com' })
    const planted = await stage.signUp({
      organizationName: 'Evil',
      email: 'victim@corp.com',
      password: 'attacker1',
    })

    const attacker = outcomeOf('authenticated', await stage.logIn(planted))
    expect(offered(attacker)).toEqual(['evil'])
    expect(attacker.user.tenant.id).toBe('evil')
    expect(await choose(stage, attacker.sessionToken, 'corp')).toEqual(notOffered)

    const owner = outcomeOf('authenticated', await stage.logIn(victim))
    expect(offered(owner)).toEqual(['corp'])
  })
})

describe('a login that opens nothing', () => {
  it('is answered alike, whatever was wrong', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    expect(await stage.logIn({ ...ada, password: 'wrong' })).toEqual(invalidCredentials)
    expect(await stage.logIn({ ...ada, email: 'grace@example.com' })).toEqual(invalidCredentials)
    expect(await stage.logIn({ ...ada, email: 'not an address' })).toEqual(invalidCredentials)
    expect(await stage.logIn({ ...ada, password: '' })).toEqual(invalidCredentials)
  })

  it.each([
    ['an unknown address', 'grace@example.com'],
    ['no address at all', 'not an address'],
    ['T-24: a full-width @', 'ada＠example.com'],
  ])('T-34: does the work of a wrong password for %s', async (_, email) => {
    const stage = createStage()
    const ada = await stage.signUp()
    const { checks, nobody, watched } = watching(stage)
    await watched.logIn({ ...ada, email })
    expect(nobody).toEqual([ada.password])
    expect(checks).toEqual([])
  })

  it('T-34: does no such work beside a real check', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const { checks, nobody, watched } = watching(stage)
    await watched.logIn({ ...ada, password: 'wrong' })
    expect(nobody).toEqual([])
    expect(checks).toEqual(['acme'])
  })

  it('is on record with the account it was meant for, if there is one', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await stage.logIn({ ...ada, password: 'wrong' }, { client: 'cli' })
    await stage.logIn({ ...ada, email: 'grace@example.com' })
    expect(await stage.audit('login')).toMatchObject([
      { outcome: 'refused', accountId: ada.accountId, tenantId: 'acme', client: 'cli' },
      { outcome: 'refused', accountId: null, tenantId: null },
    ])
  })

  it.each([
    ['account', (stage: Stage, id: string) => stage.changeAccount(id, { standing: 'disabled' })],
    ['tenant', (stage: Stage) => stage.changeTenant('acme', { standing: 'disabled' })],
    ['reserved', (stage: Stage) => stage.changeTenant('acme', { standing: 'reserved' })],
  ])('is that of a disabled %s, which costs the same work', async (_, disable) => {
    const stage = createStage()
    const ada = await stage.signUp()
    await disable(stage, ada.accountId)
    const { nobody, watched } = watching(stage)
    expect(await watched.logIn(ada)).toEqual(invalidCredentials)
    expect(nobody).toEqual([ada.password])
  })

  it('leaves a disabled tenant out of several', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    await stage.signUp({ organizationName: 'Globex' })
    await stage.changeTenant('acme', { standing: 'disabled' })
    expect(offered(outcomeOf('authenticated', await stage.logIn(ada)))).toEqual(['globex'])
  })
})

describe('while a password is being checked', () => {
  it('T-14: a new one may be set, and then the old one opens nothing', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const outcome = await meanwhile(stage, async () => {
      await stage.auth.forgotPassword({ email: ada.email, from: stage.from() })
      const { accounts } = await stage.lastMail('password_reset')
      await stage.auth.resetPassword({
        resetToken: accounts[0]?.token ?? '',
        newPassword: 'battery staple',
        from: stage.from(),
      })
    }).logIn(ada)
    expect(outcome).toEqual(invalidCredentials)
  })

  it('T-14: the account may be disabled, and then it opens nothing', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const disable = () => stage.changeAccount(ada.accountId, { standing: 'disabled' })
    expect(await meanwhile(stage, disable).logIn(ada)).toEqual(invalidCredentials)
  })
})

describe('T-01: a client that is not asked for a code', () => {
  it.each(['cli', 'vscode'] as const)('is %s, and the record says so', async (client) => {
    const stage = createStage({ settings: { otpDefault: true } })
    const ada = await stage.signUp()
    expect(await stage.logIn(ada, { client, userAgent: 'gatehouse-cli/1' })).toMatchObject({
      kind: 'authenticated',
    })
    expect(await stage.audit('login')).toMatchObject([
      { client, userAgent: 'gatehouse-cli/1', detail: { methods: 'pwd', otp: 'skipped' } },
    ])
  })

  it('is not said to have skipped one where there is none', async () => {
    const stage = createStage()
    await stage.logIn(await stage.signUp(), { client: 'cli' })
    const [event] = await stage.audit('login')
    expect(event?.detail).toEqual({ methods: 'pwd' })
  })

  it.each(['cli', 'vscode'] as const)('is not %s once the operator says so', async (client) => {
    const stage = createStage({ settings: { otpDefault: true, otpExemptClients: [] } })
    const ada = await stage.signUp()
    expect(await stage.logIn(ada, { client })).toMatchObject({ kind: 'otp_required' })
  })
})

describe('the groups of the credential store', () => {
  it('T-42: are never cut short: too many for a token are a fault for the operator to see', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const account = await stage.account(ada.accountId)
    const groups = Array.from({ length: 800 }, (_, index) => `group ${index}`)
    if (account) stage.ports.credentialStore.setGroups(account, groups)
    await expect(stage.logIn(ada)).rejects.toMatchObject({ port: 'credential_store' })
  })

  it('are in the token, and remembered', async () => {
    const stage = createStage()
    const ada = await stage.signUp()
    const account = await stage.account(ada.accountId)
    if (account) stage.ports.credentialStore.setGroups(account, ['operators', 'pilots'])

    const { token } = outcomeOf('authenticated', await stage.logIn(ada))
    expect(stage.auth.authenticate(token, stage.ports.clock.now())).toMatchObject({
      claims: { groups: ['operators', 'pilots'] },
    })
    expect(await stage.account(ada.accountId)).toMatchObject({ groups: ['operators', 'pilots'] })
  })
})

describe('T-19: the time of a login', () => {
  const floor = 500

  /** Logs in where each check takes so long, and says how long it was made to wait. */
  async function waits(organizations: readonly string[], password: string, checkMs: number) {
    const stage = createStage({ settings: { loginFloorMilliseconds: floor } })
    for (const organizationName of organizations) await stage.signUp({ organizationName })
    const { credentialStore, clock } = stage.ports
    const took = () => clock.advance(checkMs / 1000)
    const slept: number[] = []
    const slow = stage.with({
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
    expect(await waits(['Acme'], 'wrong', -3600_000)).toEqual([floor])
  })

  it('is not filled up for who has to wait anyway: nothing was asked about them', async () => {
    const slept: number[] = []
    const loginPerNetwork = { name: 'login_network', points: 0, seconds: 60 }
    const stage = createStage({
      settings: { limits: { ...defaultSettings.limits, loginPerNetwork } },
      ports: { sleep: async (milliseconds) => void slept.push(milliseconds) },
    })
    const outcome = await stage.logIn({ email: 'ada@example.com', password: 'wrong' })
    expect(outcome).toMatchObject({ refusal: 'rate_limited' })
    expect(slept).toEqual([])
  })
})

describe('T-19: a login to many tenants', () => {
  it('tries no more than it may, the oldest first', async () => {
    const stage = createStage({ settings: { maxTenantsPerLogin: 2 } })
    const ada = await signUpIn(stage, ['Acme', 'Globex', 'Initech'])
    const { checks, watched } = watching(stage)
    const outcome = outcomeOf('tenant_selection_required', await watched.logIn(ada))
    expect(checks).toEqual(['acme', 'globex'])
    expect(offered(outcome)).toEqual(['acme', 'globex'])
  })

  it('asks only so many at the same time', async () => {
    const stage = createStage({ settings: { concurrentChecks: 3 } })
    const ada = await signUpIn(
      stage,
      Array.from({ length: 10 }, (_, index) => `Acme ${index}`),
    )
    let underWay = 0
    let most = 0
    const { credentialStore } = stage.ports
    const counting = stage.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async checkPassword(user, password) {
            underWay += 1
            most = Math.max(most, underWay)
            await Promise.resolve()
            underWay -= 1
            return credentialStore.checkPassword(user, password)
          },
        },
      },
    })
    const outcome = await counting.logIn(ada)
    expect(offered(outcomeOf('tenant_selection_required', outcome))).toHaveLength(10)
    expect(most).toBe(3)
  })
})

const notOffered = { kind: 'refused', refusal: 'tenant_not_offered' }

function offered({ offered: memberships }: { readonly offered: readonly Membership[] }) {
  return memberships.map(({ tenant }) => tenant.id)
}

function choose({ auth, from }: Stage, sessionToken: string, tenantId: string) {
  return auth.selectTenant({ sessionToken, tenantId, from: from() })
}

/** The same world, in which something happens after a password was found right. */
function meanwhile(stage: Stage, happens: () => Promise<void>): Stage {
  const { credentialStore } = stage.ports
  return stage.with({
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
