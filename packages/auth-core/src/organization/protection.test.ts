import { describe, expect, it } from '@jest/globals'
import {
  createTestEnvironment,
  outcomeOf,
  type TestEnvironment,
} from '../../testing/test-environment.ts'
import type { ChangeOrganizationCommand } from './organization.ts'

type Change = Omit<ChangeOrganizationCommand, 'from' | 'token'>

const recentLoginRequired = { kind: 'refused', refusal: 'recent_login_required' }
const sessionEnded = { kind: 'refused', refusal: 'session_ended' }
const day = 86_400

describe('T-93: the settings of an organization', () => {
  it('are neither read nor changed by a session that was logged out', async () => {
    const { environment, token } = await administering()
    await environment.auth.logOut({ token, from: environment.from() })
    expect(await change(environment, token, { otpEnabled: true })).toEqual(sessionEnded)
    const query = { token, from: environment.from() }
    expect(await environment.auth.readOrganization(query)).toEqual(sessionEnded)
  })

  it('are not changed by a session that a new password has ended', async () => {
    const { environment, ada, token } = await administering()
    await environment.auth.forgotPassword({ email: ada.email, from: environment.from() })
    const [link] = (await environment.lastMail('password_reset')).accounts
    await environment.auth.resetPassword({
      resetToken: link?.token ?? '',
      newPassword: 'another good one',
      from: environment.from(),
    })
    expect(await change(environment, token, { otpEnabled: true })).toEqual(sessionEnded)
  })

  it.each<readonly [string, Change]>([
    ['codes off', { otpEnabled: false }],
    ['more clients exempt', { otpExemptClients: ['cli', 'vscode'] }],
    ['longer sessions', { maxSessionDays: 30 }],
    ['the sessions of the operator', { maxSessionDays: null }],
  ])('need a recent login for what lowers a protection: %s', async (_, lowering) => {
    const { environment, ada, token } = await administering()
    const strict: Change = { otpEnabled: true, otpExemptClients: ['cli'], maxSessionDays: 1 }
    await change(environment, token, strict)
    environment.ports.clock.advance(601)
    const refreshed = await environment.auth.refresh({ token, from: environment.from() })
    const { token: renewed } = outcomeOf('refreshed', refreshed)
    expect(await change(environment, renewed, lowering)).toEqual(recentLoginRequired)
    expect(await environment.mails('protection_lowered')).toEqual([])
    const again = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
    outcomeOf('organization', await change(environment, again.token, lowering))
    expect(await environment.mails('protection_lowered')).toHaveLength(1)
  })

  it('need none for what raises one, of which nobody is told', async () => {
    const { environment, token } = await administering()
    environment.ports.clock.advance(601)
    const raising = { otpEnabled: true, otpExemptClients: [], maxSessionDays: 1, name: 'New' }
    expect(await change(environment, token, raising)).toMatchObject({ kind: 'organization' })
    expect(await environment.mails('protection_lowered')).toEqual([])
  })

  it('tell all administrators that can act, and nobody else, when a protection is lowered', async () => {
    const { environment, ada, token } = await administering()
    await addAccounts(environment, ada.accountId)
    await change(environment, token, { otpEnabled: true })
    await change(environment, token, { otpEnabled: false, maxSessionDays: 30 })
    const told = await environment.mails('protection_lowered')
    expect(told.map(({ to }) => to).toSorted()).toEqual(['ada@example.com', 'bob@example.com'])
    expect(told[0]).toMatchObject({
      organization: 'Acme Ltd',
      username: ada.username,
      what: ['codes_off'],
      at: environment.ports.clock.now(),
    })
    expect((await environment.audit('organization_changed')).at(-1)).toMatchObject({
      detail: { otp_enabled: 'false', lowered: 'codes_off' },
    })
  })
})

describe('what an organization sets', () => {
  it('is kept, and goes back to what the operator has', async () => {
    const { environment, token } = await administering()
    const set: Change = { name: 'Acme Works', otpExemptClients: ['cli'], maxSessionDays: 0.5 }
    expect(await change(environment, token, set)).toMatchObject({
      tenant: { name: 'Acme Works', otpExemptClients: ['cli'], maxSessionSeconds: day / 2 },
    })
    expect(await change(environment, token, {})).toMatchObject({
      tenant: { name: 'Acme Works', otpExemptClients: ['cli'], maxSessionSeconds: day / 2 },
    })
    const unset: Change = { otpExemptClients: null, maxSessionDays: null }
    expect(await change(environment, token, unset)).toMatchObject({
      tenant: { otpExemptClients: null, maxSessionSeconds: null },
    })
  })

  it.each<readonly [Change, string]>([
    [{ name: '' }, 'name'],
    [{ name: 'www.evil.example' }, 'name'],
    [{ maxSessionDays: 31 }, 'maxSessionDays'],
    [{ maxSessionDays: 0.04 }, 'maxSessionDays'],
    [{ maxSessionDays: 0 }, 'maxSessionDays'],
    [{ maxSessionDays: -1 }, 'maxSessionDays'],
  ])('keeps the rules: %j', async (broken, field) => {
    const { environment, token } = await administering()
    expect(await change(environment, token, { ...broken, otpEnabled: true })).toMatchObject({
      kind: 'invalid',
      errors: [{ field }],
    })
    expect(await environment.audit('organization_changed')).toEqual([])
  })

  it('decides which programs are asked for a code', async () => {
    const { environment, ada, token } = await administering()
    await change(environment, token, { otpEnabled: true, otpExemptClients: ['vscode'] })
    expect(await environment.logIn(ada, { client: 'cli' })).toMatchObject({ kind: 'otp_required' })
    expect(await environment.logIn(ada, { client: 'vscode' })).toMatchObject({
      kind: 'authenticated',
    })
  })

  it('decides how long a session token opens it', async () => {
    const { environment, ada, token } = await administering()
    await change(environment, token, { maxSessionDays: 1 / 24 })
    const login = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
    let { sessionToken } = login
    const select = async () =>
      environment.auth.selectTenant({
        sessionToken,
        tenantId: 'acme',
        from: environment.from({ client: 'cli' }),
      })
    for (let minutes = 10; minutes < 60; minutes += 10) {
      environment.ports.clock.advance(600)
      sessionToken = outcomeOf('authenticated', await select()).sessionToken
    }
    environment.ports.clock.advance(600)
    expect(await select()).toMatchObject({ refusal: 'session_token_invalid' })
  })
})

async function administering() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
  return { environment, ada, token }
}

function change({ auth, from }: TestEnvironment, token: string, changes: Change) {
  return auth.changeOrganization({ token, ...changes, from: from() })
}

/** Another administrator, a disabled one, and a member who administers nothing. */
async function addAccounts({ ports }: TestEnvironment, like: string): Promise<void> {
  await ports.store.transaction(async (tx) => {
    const account = await tx.accounts.find(like)
    if (!account) throw new TypeError('no such account')
    const add = (name: string, changes: object) =>
      tx.accounts.insert({
        ...account,
        id: name,
        username: name,
        email: `${name}@example.com`,
        emailCanonical: `${name}@example.com`,
        apiKey: name,
        ...changes,
      })
    await add('bob', {})
    await add('carol', { status: 'disabled' })
    await add('dave', { role: 'user' })
  })
}
