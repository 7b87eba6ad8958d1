import { describe, expect, it } from '@jest/globals'
import { organizationOfThree, type SignedIn } from '../../test-support/organization-of-three.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import { PortError } from '../ports/port-error.ts'
import { finishRemovals } from './removal.ts'

const refusedWith = (refusal: string) => ({ kind: 'refused', refusal })

describe('a member who is removed', () => {
  it('is gone, with every session and the user in the credential store; the name is free', async () => {
    const { ada, bob, remove, environment } = await removing()
    const account = await environment.account(ada.accountId)
    expect(await remove(bob, ada)).toEqual({ kind: 'member_removed' })
    const { auth, ports } = environment
    const ended = refusedWith('session_ended')
    expect(auth.authenticate(ada.token, ports.clock.now())).toEqual(ended)
    expect(await environment.account(ada.accountId)).toBeUndefined()
    if (!account) throw new TypeError('no such account')
    expect(await ports.credentialStore.checkPassword(account, ada.password)).toEqual({
      accepted: false,
    })
    expect(await environment.audit('member_removed')).toMatchObject([
      { accountId: ada.accountId, tenantId: 'acme', actorId: bob.accountId },
    ])
    const { username } = ada
    const again = environment.signUp({ username, organizationName: 'again' })
    expect(await again).toMatchObject({ username })
    expect(await remove(bob, ada)).toEqual(refusedWith('not_found'))
  })

  it('is removed by no user, from nowhere else, and by nobody of a lower role', async () => {
    const { ada, bob, carol, remove, environment } = await removing()
    expect(await remove(carol, ada)).toEqual(refusedWith('forbidden'))
    const eve = await environment.signUp({ username: 'eve', organizationName: 'evil' })
    expect(await remove(ada, eve)).toEqual(refusedWith('not_found'))
    await environment.changeAccount(bob.accountId, { role: 'super_admin' })
    expect(await remove(ada, bob)).toEqual(refusedWith('forbidden'))
  })

  it('is never the last administrator', async () => {
    const { ada, bob, remove, environment } = await removing()
    await environment.changeAccount(bob.accountId, { role: 'super_admin' })
    expect(await remove(bob, ada)).toEqual(refusedWith('last_administrator'))
    expect(await remove(ada, ada)).toEqual(refusedWith('last_administrator'))
    expect(await environment.account(ada.accountId)).toMatchObject({ status: 'active' })
  })

  it('is out at once though the credential store is down, and the name stays taken until it is back', async () => {
    const { ada, bob, remove, environment } = await removing()
    const { credentialStore } = environment.ports
    const down = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async removeUser() {
            throw new PortError('credential_store', 'unavailable')
          },
        },
      },
    })
    const removal = remove(bob, ada, down)
    await expect(removal).rejects.toMatchObject({ port: 'credential_store' })
    expect(await environment.logIn(ada)).toEqual(refusedWith('invalid_credentials'))
    expect(await remove(bob, ada)).toEqual(refusedWith('not_found'))
    const { username } = ada
    const command = environment.signUpCommand({ username, organizationName: 'again' })
    expect(await environment.auth.signUp(command)).toEqual(refusedWith('username_taken'))
    await expect(finishRemovals(down.ports)).rejects.toMatchObject({ port: 'credential_store' })
    expect(await finishRemovals(environment.ports)).toBe(1)
    expect(await environment.auth.signUp(command)).toMatchObject({ kind: 'signed_up' })
    expect(await finishRemovals(environment.ports)).toBe(0)
  })

  it('does not wait for another whose removal fails', async () => {
    const { ada, bob, carol, environment } = await removing()
    for (const { accountId } of [ada, bob, carol]) {
      await environment.changeAccount(accountId, { status: 'removing' })
    }
    const [, second] = [ada, bob, carol].map(({ accountId }) => accountId).toSorted()
    const { credentialStore, store } = environment.ports
    const removed = finishRemovals({
      store,
      credentialStore: {
        ...credentialStore,
        async removeUser(user) {
          const { username } = (await environment.account(second ?? '')) ?? {}
          if (user.username === username) throw new PortError('credential_store', 'rejected')
        },
      },
    })
    await expect(removed).rejects.toMatchObject({ failure: 'rejected' })
    const left = await store.transaction((tx) => tx.accounts.findRemoving({ limit: 10 }))
    expect(left.map(({ id }) => id)).toEqual([second])
  })
})

describe('a person who deletes the own account', () => {
  it('shows the password, and is gone', async () => {
    const { ada, deleteMe, environment } = await removing()
    expect(await deleteMe(ada, ada.password)).toEqual({ kind: 'account_deleted' })
    expect(await environment.account(ada.accountId)).toBeUndefined()
    expect(await environment.audit('account_deleted')).toMatchObject([
      { accountId: ada.accountId, tenantId: 'acme' },
    ])
    expect(await deleteMe(ada, ada.password)).toEqual(refusedWith('session_ended'))
  })

  it('stays with a wrong password, which counts like a failed login', async () => {
    const { ada, deleteMe, environment } = await removing()
    const outcomes = []
    for (let guesses = 0; guesses < 12; guesses += 1) outcomes.push(await deleteMe(ada, 'a guess'))
    expect(outcomes[0]).toEqual(refusedWith('invalid_credentials'))
    expect(outcomes.at(-1)).toMatchObject(refusedWith('rate_limited'))
    expect(await environment.account(ada.accountId)).toMatchObject({ status: 'active' })
  })

  it('stays as the last administrator, whatever the password', async () => {
    const { ada, bob, deleteMe, environment } = await removing()
    await environment.changeAccount(bob.accountId, { role: 'user' })
    for (const password of [ada.password, 'a guess']) {
      expect(await deleteMe(ada, password)).toEqual(refusedWith('last_administrator'))
    }
  })
})

describe('a member who is signed out by an administrator', () => {
  it('is out everywhere at once, and can log in again', async () => {
    const { ada, bob, carol, environment } = await removing()
    const { auth, from, ports } = environment
    const login = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
    const end = (by: SignedIn, { accountId }: SignedIn) =>
      auth.endMemberSessions({ token: by.token, accountId, from: from() })
    expect(await end(carol, ada)).toEqual(refusedWith('forbidden'))
    expect(await end(bob, ada)).toEqual({ kind: 'member_sessions_ended' })
    for (const token of [ada.token, login.token]) {
      const now = ports.clock.now()
      expect(auth.authenticate(token, now)).toEqual(refusedWith('session_ended'))
    }
    const { sessionToken } = login
    const select = { sessionToken, tenantId: 'acme', from: from({ client: 'cli' }) }
    expect(await auth.selectTenant(select)).toMatchObject({ kind: 'refused' })
    expect(await environment.logIn(ada)).toMatchObject({ kind: 'authenticated' })
    expect(await environment.audit('sessions_ended')).toMatchObject([
      { accountId: ada.accountId, actorId: bob.accountId },
    ])
  })
})

async function removing() {
  const three = await organizationOfThree()
  const { environment } = three
  const { auth, from } = environment
  const remove = (
    { token }: SignedIn,
    { accountId }: Pick<SignedIn, 'accountId'>,
    within = environment,
  ) => within.auth.removeMember({ token, accountId, from: from() })
  const deleteMe = ({ token }: SignedIn, currentPassword: string) =>
    auth.deleteMe({ token, currentPassword, from: from() })
  return { ...three, remove, deleteMe }
}
