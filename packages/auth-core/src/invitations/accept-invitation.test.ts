import { describe, expect, it } from '@jest/globals'
import { acceptCommand, bobsPassword, createInviting } from '../../test-support/inviting.ts'
import { down } from '../../testing/index.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import type { AcceptInvitationCommand } from '../index.ts'
import { defaultSettings } from '../settings.ts'

const refusal = (word: string) => ({ kind: 'refused', refusal: word })

describe('accepting an invitation', () => {
  it('makes a confirmed member with the role and groups of the invitation, who can log in', async () => {
    const { environment, invited, accept } = await createInviting()
    const { id, token } = await invited()
    const accepted = outcomeOf('invitation_accepted', await accept(token))
    expect(accepted).toMatchObject({ username: 'bob', organization: 'Acme Ltd' })
    expect(await environment.account(accepted.userId)).toMatchObject({
      tenantId: 'acme',
      username: 'bob',
      email: 'Bob@Example.com',
      emailCanonical: 'bob@example.com',
      emailVerified: true,
      firstName: 'Bob',
      lastName: 'Builder',
      role: 'user',
      machineRole: 'operator',
      groups: ['Ops'],
      status: 'active',
    })
    const person = { email: 'bob@example.com', password: bobsPassword }
    const entered = outcomeOf('authenticated', await environment.logIn(person, { client: 'cli' }))
    expect(entered.user.account).toMatchObject({ id: accepted.userId, groups: ['Ops'] })
    expect(await environment.audit('invitation_accepted')).toMatchObject([
      { accountId: accepted.userId, tenantId: 'acme', detail: { invitation: id, by: 'token' } },
    ])
    expect(await environment.mails('verify_email')).toHaveLength(1)
  })

  it('works once', async () => {
    const { invited, accept } = await createInviting()
    const { token } = await invited()
    outcomeOf('invitation_accepted', await accept(token))
    expect(await accept(token, { username: 'bob2' })).toEqual(refusal('invitation_invalid'))
  })

  it('makes one member of several who accept it at the same time', async () => {
    const { environment, invited, accept } = await createInviting()
    const { token } = await invited()
    const outcomes = await Promise.all(
      ['bob', 'bobby', 'robert'].map((username) => accept(token, { username })),
    )
    const kinds = outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal : outcome.kind))
    expect(kinds.toSorted()).toEqual([
      'invitation_accepted',
      'invitation_invalid',
      'invitation_invalid',
    ])
    const accounts = await environment.ports.store.transaction((tx) =>
      tx.accounts.findByEmail('bob@example.com'),
    )
    expect(accounts).toHaveLength(1)
  })

  it('gives an address with accounts elsewhere one more, with a password of its own', async () => {
    const { environment, invited, accept } = await createInviting()
    const elsewhere = await environment.signUp({
      username: 'bob-globex',
      email: 'bob@example.com',
      organizationName: 'Globex',
      password: 'another password',
    })
    const { token } = await invited()
    const { userId } = outcomeOf('invitation_accepted', await accept(token))
    const own = outcomeOf('authenticated', await environment.logIn(elsewhere, { client: 'cli' }))
    expect(own.user.account.id).toBe(elsewhere.accountId)
    const person = { email: 'bob@example.com', password: bobsPassword }
    const entered = outcomeOf('authenticated', await environment.logIn(person, { client: 'cli' }))
    expect(entered.user.account.id).toBe(userId)
  })

  it.each<readonly [string, Partial<AcceptInvitationCommand>]>([
    ['username', { username: 'b' }],
    ['password', { password: 'short' }],
    ['password', { password: 'bob@example.com' }],
    ['password', { password: '12345678' }],
    ['firstName', { firstName: '' }],
    ['lastName', { lastName: 'a\nb' }],
  ])('names %s when it breaks a rule of sign-up, and can be repeated', async (field, changes) => {
    const { invited, accept } = await createInviting()
    const { token } = await invited()
    const outcome = outcomeOf('invalid', await accept(token, changes))
    expect(outcome.errors.map((error) => error.field)).toEqual([field])
    expect(await accept(token)).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('does not tell a stranger without a token which fields break rules', async () => {
    const { accept } = await createInviting()
    expect(await accept('guessed', { username: '' })).toEqual(refusal('invitation_invalid'))
  })

  it('refuses a username that an account has, of whatever organization, and can be repeated', async () => {
    const { environment, invited, accept } = await createInviting()
    await environment.signUp({
      username: 'bob',
      email: 'b@example.org',
      organizationName: 'Globex',
    })
    const { token } = await invited()
    expect(await accept(token)).toEqual(refusal('username_taken'))
    expect(await accept(token, { username: 'bob2' })).toMatchObject({ username: 'bob2' })
  })

  it('refuses a username that only the realm has, and leaves that user alone', async () => {
    const { environment, invited, accept } = await createInviting()
    const { credentialStore } = environment.ports
    const names = { username: 'bob', email: 'b@example.org', firstName: 'B', lastName: 'B' }
    const made = await credentialStore.addUser('acme', { ...names, password: 'of another' }, [])
    const { token } = await invited()
    expect(await accept(token)).toEqual(refusal('username_taken'))
    const user = { tenantId: 'acme', username: 'bob', credentialId: made?.credentialId ?? '' }
    expect(await credentialStore.checkPassword(user, 'of another')).toMatchObject({
      accepted: true,
    })
    expect(await accept(token, { username: 'bob2' })).toMatchObject({ username: 'bob2' })
  })

  it('refuses an address that has become a member meanwhile', async () => {
    const { environment, ada, invited, accept } = await createInviting()
    const { token } = await invited()
    await environment.changeAccount(ada.accountId, { emailCanonical: 'bob@example.com' })
    expect(await accept(token)).toEqual(refusal('already_member'))
  })

  it('is refused while the operator has closed sign-up and invitations', async () => {
    const { environment, invited } = await createInviting()
    const { token } = await invited()
    const closed = environment.with({ settings: { signUp: 'closed' } })
    const outcome = await closed.auth.acceptInvitation(acceptCommand(closed, token))
    expect(outcome).toEqual(refusal('sign_up_closed'))
  })

  it('is one of so many from one network', async () => {
    const acceptPerNetwork = { name: 'n', points: 1, seconds: 60 }
    const settings = { limits: { ...defaultSettings.limits, acceptPerNetwork } }
    const { accept } = await createInviting({ settings })
    expect(await accept('guessed')).toEqual(refusal('invitation_invalid'))
    expect(await accept('guessed')).toMatchObject(refusal('rate_limited'))
  })

  it('waits for its turn, and can be repeated when too many wait', async () => {
    const { environment, invited } = await createInviting()
    const { token } = await invited()
    const full = { kind: 'refused', refusal: 'overloaded', retryAfter: 1 } as const
    const { admission: queues } = environment.ports
    const admission = { ...queues, set: { ...queues.set, admit: async () => full } }
    const busy = environment.with({ ports: { admission } })
    expect(await busy.auth.acceptInvitation(acceptCommand(busy, token))).toEqual(full)
    const outcome = await environment.auth.acceptInvitation(acceptCommand(environment, token))
    expect(outcome).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('makes no member when it is taken back meanwhile, and leaves no user', async () => {
    const { environment, token, invited, accept } = await createInviting()
    const { id, token: mailed } = await invited()
    const { credentialStore } = environment.ports
    const slow = environment.with({
      ports: {
        credentialStore: {
          ...credentialStore,
          async addUser(...parameters) {
            const made = await credentialStore.addUser(...parameters)
            const command = { token, id, from: environment.from() }
            outcomeOf('invitation_revoked', await environment.auth.revokeInvitation(command))
            return made
          },
        },
      },
    })
    const outcome = await slow.auth.acceptInvitation(acceptCommand(slow, mailed))
    expect(outcome).toEqual(refusal('invitation_invalid'))
    const found = await environment.ports.store.transaction((tx) =>
      tx.accounts.findByUsername('bob'),
    )
    expect(found).toBeUndefined()
    const names = { username: 'bob', email: 'b@example.org', firstName: 'B', lastName: 'B' }
    const free = await credentialStore.addUser('acme', { ...names, password: 'of another' }, [])
    expect(free).not.toBeNull()
    expect(await accept(mailed)).toEqual(refusal('invitation_invalid'))
  })

  it('fails when the credential store does, and can be repeated', async () => {
    const { environment, invited, accept } = await createInviting()
    const { token } = await invited()
    const { credentialStore } = environment.ports
    const broken = environment.with({
      ports: { credentialStore: { ...credentialStore, addUser: down('credential_store') } },
    })
    const attempt = broken.auth.acceptInvitation(acceptCommand(broken, token))
    await expect(attempt).rejects.toMatchObject({ port: 'credential_store' })
    expect(await accept(token)).toMatchObject({ kind: 'invitation_accepted' })
  })
})
