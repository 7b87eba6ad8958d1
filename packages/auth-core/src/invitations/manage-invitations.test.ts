import { describe, expect, it } from '@jest/globals'
import { createInviting } from '../../test-support/inviting.ts'
import { outcomeOf } from '../../testing/test-environment.ts'

const refusal = (word: string) => ({ kind: 'refused', refusal: word })

describe('the invitations of an organization', () => {
  it('are listed page by page with who sent them, and those of others are not', async () => {
    const { environment, token, invited } = await createInviting()
    const ids: string[] = []
    for (const name of ['bob', 'carol', 'dan']) {
      ids.push((await invited({ email: `${name}@example.com` })).id)
    }
    const list = (query: { readonly cursor?: string; readonly limit?: number }) =>
      environment.auth.listInvitations({ token, from: environment.from(), ...query })
    const first = outcomeOf('invitations', await list({ limit: 2 }))
    expect(first.items).toHaveLength(2)
    const rest = outcomeOf('invitations', await list({ limit: 2, cursor: first.nextCursor ?? '' }))
    expect(rest.nextCursor).toBeNull()
    const all = [...first.items, ...rest.items]
    expect(all.map(({ invitation }) => invitation.id).toSorted()).toEqual(ids.toSorted())
    expect(all.map(({ invitedBy }) => invitedBy)).toEqual(Array(3).fill('Ada Lovelace'))
    const whole = outcomeOf('invitations', await list({}))
    expect(whole).toMatchObject({ items: all, nextCursor: null })
    const eve = await environment.signUp({
      username: 'eve',
      email: 'eve@example.com',
      organizationName: 'Globex',
    })
    const theirs = outcomeOf('authenticated', await environment.logIn(eve, { client: 'cli' }))
    const other = { token: theirs.token, from: environment.from() }
    expect(await environment.auth.listInvitations(other)).toMatchObject({ items: [] })
    const [id = ''] = ids
    expect(await environment.auth.revokeInvitation({ ...other, id })).toEqual(refusal('not_found'))
    const confirmed = { emailVerified: true }
    await environment.changeAccount(eve.accountId, confirmed)
    expect(await environment.auth.resendInvitation({ ...other, id })).toEqual(refusal('not_found'))
  })

  it('are no business of plain members', async () => {
    const { environment, ada, token, invited } = await createInviting()
    const { id } = await invited()
    await environment.changeAccount(ada.accountId, { role: 'user' })
    const command = { token, id, from: environment.from() }
    expect(await environment.auth.listInvitations(command)).toEqual(refusal('forbidden'))
    expect(await environment.auth.resendInvitation(command)).toEqual(refusal('forbidden'))
    expect(await environment.auth.revokeInvitation(command)).toEqual(refusal('forbidden'))
  })
})

describe('an invitation that is sent again', () => {
  it('has another token and another end; the old link works no longer', async () => {
    const { environment, token, invited, accept } = await createInviting()
    const { id, token: old } = await invited()
    environment.ports.clock.advance(3600)
    const command = { token, id, from: environment.from() }
    const sent = outcomeOf('invitation_sent', await environment.auth.resendInvitation(command))
    const end = environment.ports.clock.now().getTime() + 7 * 86_400_000
    expect(sent.invitation.expiresAt).toEqual(new Date(end))
    const { token: renewed } = await environment.lastMail('invitation')
    expect(renewed).not.toBe(old)
    expect(await accept(old)).toEqual(refusal('invitation_invalid'))
    expect(await accept(renewed)).toMatchObject({ kind: 'invitation_accepted' })
    expect(await environment.audit('invitation_resent')).toHaveLength(1)
    expect(await environment.auth.resendInvitation(command)).toEqual(refusal('not_found'))
  })

  it('of an administrator needs a recent login, as sending it did', async () => {
    const { environment, token, invited } = await createInviting()
    const { id } = await invited({ role: 'company_admin' })
    environment.ports.clock.advance(601)
    const command = { token, id, from: environment.from() }
    const outcome = await environment.auth.resendInvitation(command)
    expect(outcome).toEqual(refusal('recent_login_required'))
  })

  it('is answered for by who sends it again', async () => {
    const { environment, ada, invited, accept } = await createInviting()
    const carol = await invited({ email: 'carol@example.com', role: 'company_admin' })
    const changes = { username: 'carol', firstName: 'Carol', lastName: 'C' }
    outcomeOf('invitation_accepted', await accept(carol.token, changes))
    const { id, token: first } = await invited()
    await environment.changeAccount(ada.accountId, { status: 'disabled' })
    expect(await accept(first)).toEqual(refusal('invitation_invalid'))
    const person = { email: 'carol@example.com', password: 'battery staple' }
    const { token } = outcomeOf('authenticated', await environment.logIn(person, { client: 'cli' }))
    const command = { token, id, from: environment.from() }
    outcomeOf('invitation_sent', await environment.auth.resendInvitation(command))
    const mail = await environment.lastMail('invitation')
    expect(mail.invitedBy).toBe('Carol C')
    expect(await accept(mail.token)).toMatchObject({ kind: 'invitation_accepted' })
  })
})

describe('an invitation that is taken back', () => {
  it('cannot be accepted, and the address can be invited anew', async () => {
    const { environment, token, invited, accept, invite } = await createInviting()
    const { id, token: mailed } = await invited()
    const command = { token, id, from: environment.from() }
    outcomeOf('invitation_revoked', await environment.auth.revokeInvitation(command))
    expect(await accept(mailed)).toEqual(refusal('invitation_invalid'))
    expect(await environment.auth.revokeInvitation(command)).toEqual(refusal('not_found'))
    expect(await environment.audit('invitation_revoked')).toMatchObject([
      { detail: { invitation: id, email: 'bob@example.com' } },
    ])
    expect(await invite()).toMatchObject({ kind: 'invitation_sent' })
  })
})

describe('the token of an invitation', () => {
  it('tells where it leads, as what, and who sent it; as often as one likes', async () => {
    const { environment, invited } = await createInviting()
    const { token } = await invited()
    const query = { token, from: environment.from() }
    for (const _ of [1, 2]) {
      expect(await environment.auth.readInvitation(query)).toMatchObject({
        kind: 'invitation',
        tenant: { id: 'acme' },
        invitation: { email: 'Bob@Example.com', role: 'user' },
        invitedBy: 'Ada Lovelace',
      })
    }
    const other = { ...query, token: `${token}x` }
    expect(await environment.auth.readInvitation(other)).toEqual(refusal('invitation_invalid'))
  })

  it.each([
    [
      'has expired',
      async ({ environment }: Situation) => environment.ports.clock.advance(7 * 86_400),
    ],
    [
      'is of an organization that is disabled',
      ({ environment }: Situation) => environment.changeTenant('acme', { status: 'disabled' }),
    ],
    [
      'is of an inviter who is disabled',
      ({ environment, ada }: Situation) =>
        environment.changeAccount(ada.accountId, { status: 'disabled' }),
    ],
    [
      'is of an inviter who may invite no longer',
      ({ environment, ada }: Situation) =>
        environment.changeAccount(ada.accountId, { role: 'user' }),
    ],
    [
      'is of an inviter whose account is gone',
      ({ environment, ada }: Situation) =>
        environment.ports.store.transaction((tx) => tx.accounts.remove(ada.accountId)),
    ],
  ])('is void when it %s', async (_, happens) => {
    const situation = await createInviting()
    const { environment, invited, accept } = situation
    const { token } = await invited()
    await happens(situation)
    const query = { token, from: environment.from() }
    expect(await environment.auth.readInvitation(query)).toEqual(refusal('invitation_invalid'))
    expect(await accept(token)).toEqual(refusal('invitation_invalid'))
  })
})

type Situation = Awaited<ReturnType<typeof createInviting>>
