import { describe, expect, it } from '@jest/globals'
import { organizationOfThree, type SignedIn } from '../../test-support/organization-of-three.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'
import type { MemberChange } from './member-change.ts'

const refusedWith = (refusal: string) => ({ kind: 'refused', refusal })

describe('the rights of a member', () => {
  it('are changed by an administrator, and on record', async () => {
    const { ada, carol, change, environment } = await changing()
    const to = { machineRole: 'operator', groups: ['administrators'], role: 'user' }
    expect(await change(ada, carol, { machineRole: 'operator' })).toMatchObject({
      kind: 'member',
      member: { account: to },
    })
    const [event] = await environment.audit('member_changed')
    expect(event).toMatchObject({
      accountId: carol.accountId,
      tenantId: 'acme',
      actorId: ada.accountId,
      detail: { role: 'user', machine_role: 'operator' },
    })
  })

  it('T-40: make a token stale that says others, and the next one says them', async () => {
    const { ada, carol, change, environment } = await changing()
    const { auth, from, ports } = environment
    await change(ada, carol, { role: 'company_admin', machineRole: 'root' })
    const now = ports.clock.now()
    expect(auth.authenticate(carol.token, now)).toEqual(refusedWith('token_stale'))
    const refreshed = await auth.refresh({ token: carol.token, from: from() })
    const { token } = outcomeOf('refreshed', refreshed)
    ports.clock.advance(1)
    expect(auth.authenticate(token, ports.clock.now())).toMatchObject({
      claims: { role: 'company_admin', machineRole: 'root' },
    })
  })

  it.each([3600, -3600])(
    'T-97: give the next token at once when they were changed by a clock that is %d seconds off',
    async (seconds) => {
      const { ada, carol, change, environment } = await changing()
      const { auth, from, ports } = environment
      ports.clock.advance(seconds)
      const logIn = await environment.logIn(ada, { client: 'cli' })
      await change(outcomeOf('authenticated', logIn), carol, { machineRole: 'root' })
      ports.clock.advance(-seconds)
      const now = ports.clock.now()
      expect(auth.authenticate(carol.token, now)).toEqual(refusedWith('token_stale'))
      const refreshed = await auth.refresh({ token: carol.token, from: from() })
      const { token } = outcomeOf('refreshed', refreshed)
      expect(auth.authenticate(token, now)).toMatchObject({ claims: { machineRole: 'root' } })
    },
  )

  it('that stay as they are make no token stale, and are no event', async () => {
    const { ada, carol, change, environment } = await changing()
    expect(await change(ada, carol, {})).toMatchObject({ kind: 'member' })
    expect(await change(ada, carol, { role: 'user', machineRole: '' })).toMatchObject({
      kind: 'member',
    })
    const { auth, ports } = environment
    expect(auth.authenticate(carol.token, ports.clock.now())).toMatchObject({
      kind: 'valid',
    })
    expect(await environment.audit('member_changed')).toEqual([])
  })

  it('are the groups of the credential store, in its words', async () => {
    const { ada, bob, change, environment } = await changing()
    expect(await change(bob, ada, { groups: ['ops', 'night/shift', 'ops'] })).toMatchObject({
      member: { account: { groups: ['ops', 'night/shift'] } },
    })
    const again = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
    expect(again.user.account.groups).toEqual(['ops', 'night/shift'])
  })

  it.each<readonly [MemberChange, string]>([
    [{ role: 'super_admin' }, 'role'],
    [{ machineRole: 'x'.repeat(101) }, 'machineRole'],
    [{ machineRole: 'root\n' }, 'machineRole'],
    [{ machineRole: 'toor\u202E' }, 'machineRole'],
    [{ groups: ['\u2066ops'] }, 'groups'],
    [{ groups: [''] }, 'groups'],
    [{ groups: ['/'] }, 'groups'],
    [{ groups: ['a//b'] }, 'groups'],
    [{ groups: ['ops', 'a\u0000'] }, 'groups'],
    [{ groups: ['x'.repeat(101)] }, 'groups'],
    [{ groups: Array.from({ length: 51 }, (_, index) => `${index}`) }, 'groups'],
    [{ groups: Array.from({ length: 30 }, (_, index) => `${index}`.padEnd(80, 'x')) }, 'groups'],
  ])('keep the rules: %j', async (broken, field) => {
    const { ada, carol, change, environment } = await changing()
    expect(await change(ada, carol, { ...broken, disabled: true })).toMatchObject({
      kind: 'invalid',
      errors: [{ field }],
    })
    expect(await environment.account(carol.accountId)).toMatchObject({ status: 'active' })
  })

  it('are changed by no user, of nobody elsewhere, and of nobody of a higher role', async () => {
    const { ada, bob, carol, change, environment } = await changing()
    expect(await change(carol, carol, { role: 'company_admin' })).toEqual(refusedWith('forbidden'))
    const eve = await environment.signUp({ username: 'eve', organizationName: 'evil' })
    expect(await change(ada, eve, { role: 'user' })).toEqual(refusedWith('not_found'))
    await environment.changeAccount(bob.accountId, { role: 'super_admin' })
    expect(await change(ada, bob, { role: 'user' })).toEqual(refusedWith('forbidden'))
    expect(await change(ada, bob, { disabled: true })).toEqual(refusedWith('forbidden'))
  })

  it('are raised by nobody for themselves, a super_admin neither', async () => {
    const { ada, change, environment } = await changing()
    expect(await change(ada, ada, { role: 'super_admin' })).toMatchObject({ kind: 'invalid' })
    await environment.changeAccount(ada.accountId, { role: 'super_admin' })
    expect(await change(ada, ada, { role: 'super_admin' })).toMatchObject({ kind: 'invalid' })
  })
})

describe('T-93: an administrator', () => {
  it.each<readonly [string, object, MemberChange]>([
    ['made', { role: 'user' }, { role: 'company_admin' }],
    ['enabled', { role: 'company_admin', status: 'disabled' }, { disabled: false }],
  ])('is %s only after a recent login, and all others are told', async (_, before, change) => {
    const three = await changing()
    const { ada, bob, environment } = three
    const { auth, from, ports } = environment
    await environment.changeAccount(ada.accountId, before)
    ports.clock.advance(601)
    const refreshed = await auth.refresh({ token: bob.token, from: from() })
    const late = { ...bob, token: outcomeOf('refreshed', refreshed).token }
    const recentLogin = refusedWith('recent_login_required')
    expect(await three.change(late, ada, change)).toEqual(recentLogin)
    expect(await environment.mails('protection_lowered')).toEqual([])
    // What raises no role needs none.
    expect(await three.change(late, ada, { machineRole: 'x' })).toMatchObject({ kind: 'member' })
    const recent = new Date(ports.clock.now().getTime() - 600_000)
    await ports.store.transaction(async (tx) => {
      const [session] = await tx.sessions.listOfAccount(bob.accountId)
      if (session) await tx.sessions.update({ ...session, authTime: recent })
    })
    expect(await three.change(late, ada, change)).toMatchObject({ kind: 'member' })
    const told = await environment.mails('protection_lowered')
    expect(told.map(({ to, what, username }) => [to, what, username])).toEqual(
      expect.arrayContaining([
        ['ada@example.com', ['role_raised'], 'bob'],
        ['bob@example.com', ['role_raised'], 'bob'],
      ]),
    )
    expect(told).toHaveLength(2)
  })
})

describe('a member who is disabled', () => {
  it('is out at once, and in again once enabled, with the same password', async () => {
    const { ada, bob, change, environment } = await changing()
    const { auth, from, ports } = environment
    expect(await change(bob, ada, { disabled: true })).toMatchObject({
      member: { account: { status: 'disabled' } },
    })
    const ended = refusedWith('session_ended')
    expect(auth.authenticate(ada.token, ports.clock.now())).toEqual(ended)
    expect(await auth.refresh({ token: ada.token, from: from() })).toEqual(ended)
    expect(await environment.logIn(ada)).toEqual(refusedWith('invalid_credentials'))
    await expectPassword(environment, ada, false)
    expect(await change(bob, ada, { disabled: false })).toMatchObject({
      member: { account: { status: 'active' } },
    })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    for (const kind of ['member_disabled', 'member_enabled'] as const) {
      expect(await environment.audit(kind)).toMatchObject([
        { accountId: ada.accountId, actorId: bob.accountId },
      ])
    }
  })

  it('is disabled in the credential store by a repetition, if that was down the first time', async () => {
    const { ada, bob, environment } = await changing()
    const { credentialStore } = environment.ports
    let isDown = true
    const flaky = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async setEnabled(user, enabled) {
            if (isDown) throw new PortError('credential_store', 'unavailable')
            return credentialStore.setEnabled(user, enabled)
          },
        },
      },
    })
    const disable = () =>
      flaky.auth.changeMember({
        token: bob.token,
        accountId: ada.accountId,
        disabled: true,
        from: flaky.from(),
      })
    await expect(disable()).rejects.toMatchObject({ port: 'credential_store' })
    expect(await environment.logIn(ada)).toEqual(refusedWith('invalid_credentials'))
    await expectPassword(environment, ada, true)
    isDown = false
    expect(await disable()).toMatchObject({ kind: 'member' })
    await expectPassword(environment, ada, false)
  })
})

describe('the last administrator', () => {
  it.each<readonly [MemberChange]>([[{ role: 'user' }], [{ disabled: true }]])(
    'stays: %j',
    async (change) => {
      const three = await changing()
      const { ada, bob, environment } = three
      await environment.changeAccount(bob.accountId, { role: 'super_admin' })
      expect(await three.change(ada, ada, change)).toEqual(refusedWith('last_administrator'))
      expect(await three.change(bob, ada, change)).toEqual(refusedWith('last_administrator'))
      expect(await three.change(ada, ada, { machineRole: 'x' })).toMatchObject({ kind: 'member' })
    },
  )

  it('of those who can act: a disabled one does not count', async () => {
    const { ada, bob, change, environment } = await changing()
    await environment.changeAccount(bob.accountId, { status: 'disabled' })
    expect(await change(ada, ada, { role: 'user' })).toEqual(refusedWith('last_administrator'))
  })

  it('is one of two who demote each other at once', async () => {
    const { ada, bob, change, environment } = await changing()
    const outcomes = await Promise.all([
      change(ada, bob, { role: 'user' }),
      change(bob, ada, { role: 'user' }),
    ])
    expect(outcomes.filter(({ kind }) => kind === 'member')).toHaveLength(1)
    const left = await environment.ports.store.transaction((tx) =>
      tx.accounts.countAdministrators('acme'),
    )
    expect(left).toBe(1)
  })
})

async function changing() {
  const three = await organizationOfThree()
  const { auth, from } = three.environment
  const change = (
    by: Pick<SignedIn, 'token'>,
    { accountId }: Pick<SignedIn, 'accountId'>,
    to: MemberChange,
  ) => auth.changeMember({ token: by.token, accountId, from: from(), ...to })
  return { ...three, change }
}

async function expectPassword(
  { ports, account }: Awaited<ReturnType<typeof organizationOfThree>>['environment'],
  { accountId, password }: SignedIn,
  accepted: boolean,
): Promise<void> {
  const found = await account(accountId)
  if (!found) throw new TypeError('no such account')
  expect(await ports.credentialStore.checkPassword(found, password)).toMatchObject({ accepted })
}
