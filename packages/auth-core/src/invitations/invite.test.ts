import { describe, expect, it } from '@jest/globals'
import { createInviting } from '../../test-support/inviting.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import type { InviteCommand } from '../index.ts'
import { defaultSettings } from '../settings.ts'

const refusal = (word: string) => ({ kind: 'refused', refusal: word })
const day = 86_400

describe('an invitation', () => {
  it('is on record, and its mail names who invites into what, and until when', async () => {
    const { environment, ada, invited, accept } = await createInviting()
    const { id } = await invited({ role: 'user' })
    const expiresAt = new Date(environment.ports.clock.now().getTime() + 7 * day * 1000)
    const found = await environment.ports.store.transaction((tx) => tx.invitations.find(id))
    expect(found).toMatchObject({
      tenantId: 'acme',
      email: 'Bob@Example.com',
      emailCanonical: 'bob@example.com',
      role: 'user',
      machineRole: 'operator',
      groups: ['Ops'],
      invitedBy: ada.accountId,
      lease: null,
      expiresAt,
    })
    const mail = await environment.lastMail('invitation')
    expect(mail).toMatchObject({
      to: 'Bob@Example.com',
      organization: 'Acme Ltd',
      invitedBy: 'Ada Lovelace',
      role: 'user',
      expiresAt,
    })
    expect(JSON.stringify(found)).not.toContain(mail.token)
    expect(await accept(mail.token)).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('is on the record of what was done, without its token', async () => {
    const { environment, ada, invited } = await createInviting()
    const { id, token } = await invited()
    const [event] = await environment.audit('invited')
    expect(event).toMatchObject({
      accountId: ada.accountId,
      tenantId: 'acme',
      detail: { invitation: id, email: 'bob@example.com', role: 'user' },
    })
    expect(JSON.stringify(event)).not.toContain(token)
  })

  it.each<readonly [string, Partial<InviteCommand>]>([
    ['email', { email: 'nobody' }],
    ['role', { role: 'super_admin' }],
    ['machineRole', { machineRole: 'a\nb' }],
    ['groups', { groups: ['a\nb'] }],
    ['groups', { groups: ['/'] }],
    ['groups', { groups: Array.from({ length: 51 }, (_, index) => `g${index}`) }],
  ])('is not sent when %s breaks a rule', async (field, changes) => {
    const { environment, invite } = await createInviting()
    const outcome = outcomeOf('invalid', await invite(changes))
    expect(outcome.errors.map((error) => error.field)).toEqual([field])
    expect(await environment.mails('invitation')).toEqual([])
  })

  it('T-42: has no more characters of groups than a token can carry', async () => {
    const { invite } = await createInviting()
    const ofTwenty = Array.from({ length: 20 }, (_, index) => String(index).padEnd(100, 'g'))
    const outcome = outcomeOf('invalid', await invite({ groups: [...ofTwenty, 'g'] }))
    expect(outcome.errors).toMatchObject([{ field: 'groups', rule: 'groups' }])
    const sent = outcomeOf('invitation_sent', await invite({ groups: ofTwenty }))
    expect(sent.invitation.groups).toEqual(ofTwenty)
  })

  it.each([
    ['a plain member', { role: 'user' }],
    ['one whose address is not confirmed', { emailVerified: false }],
    ['one who is disabled', { status: 'disabled' }],
  ] as const)('is not sent by %s', async (_, changes) => {
    const { environment, ada, invite } = await createInviting()
    await environment.changeAccount(ada.accountId, changes)
    expect(await invite()).toEqual(refusal('forbidden'))
  })

  it('is not sent into another organization, but by a super_admin', async () => {
    const { environment, ada, invite } = await createInviting()
    await environment.signUp({
      username: 'eve',
      email: 'e@example.com',
      organizationName: 'Globex',
    })
    expect(await invite({ tenantId: 'globex' })).toEqual(refusal('forbidden'))
    await environment.changeAccount(ada.accountId, { role: 'super_admin' })
    const sent = outcomeOf('invitation_sent', await invite({ tenantId: 'globex' }))
    expect(sent.invitation.tenantId).toBe('globex')
    await environment.changeTenant('globex', { status: 'disabled' })
    const other = { tenantId: 'globex', email: 'c@example.com' }
    expect(await invite(other)).toEqual(refusal('not_found'))
  })

  it('is refused for whoever has an account there, or an open invitation', async () => {
    const { invite, invited, accept } = await createInviting()
    expect(await invite({ email: 'ADA@example.com' })).toEqual(refusal('already_member'))
    const { token } = await invited()
    expect(await invite({ email: 'bob@EXAMPLE.com' })).toEqual(refusal('already_member'))
    outcomeOf('invitation_accepted', await accept(token))
    expect(await invite()).toEqual(refusal('already_member'))
  })

  it('takes the place of one that has expired, whose link then works no longer', async () => {
    const { environment, ada, invited, accept } = await createInviting()
    const first = await invited()
    environment.ports.clock.advance(7 * day)
    const { token } = outcomeOf('authenticated', await environment.logIn(ada, { client: 'cli' }))
    const second = await invited({ token })
    expect(await accept(first.token)).toEqual(refusal('invitation_invalid'))
    expect(await accept(second.token)).toMatchObject({ kind: 'invitation_accepted' })
  })

  it('is one, when two administrators invite the same address at the same time', async () => {
    const { environment, invite } = await createInviting()
    const outcomes = await Promise.all([invite(), invite(), invite()])
    const kinds = outcomes.map((outcome) => ('refusal' in outcome ? outcome.refusal : outcome.kind))
    expect(kinds.toSorted()).toEqual(['already_member', 'already_member', 'invitation_sent'])
    expect(await environment.mails('invitation')).toHaveLength(1)
  })

  it('T-93: of an administrator needs a recent login, and all administrators are told', async () => {
    const { environment, ada, token, invite } = await createInviting()
    outcomeOf('invitation_sent', await invite({ role: 'company_admin' }))
    const [mail] = await environment.mails('protection_lowered')
    expect(mail).toMatchObject({ to: ada.email, what: ['role_raised'] })
    environment.ports.clock.advance(601)
    const late = { role: 'company_admin', email: 'carol@example.com' } as const
    expect(await invite(late)).toEqual(refusal('recent_login_required'))
    const { email } = late
    expect(await invite({ email, token })).toMatchObject({ kind: 'invitation_sent' })
    expect(await environment.mails('protection_lowered')).toHaveLength(1)
  })

  it('is sent while nobody may sign up by themselves, unless the operator closed that, too', async () => {
    const { environment, token, invited } = await createInviting()
    const { token: mailed } = await invited()
    const onlyInvited = environment.with({ settings: { signUp: 'invited' } })
    const asked = { email: 'carol@example.com', token, from: environment.from() }
    const own = onlyInvited.signUpCommand({ username: 'eve', organizationName: 'Globex' })
    expect(await onlyInvited.auth.signUp(own)).toEqual(refusal('sign_up_closed'))
    expect(await onlyInvited.auth.invite(asked)).toMatchObject({ kind: 'invitation_sent' })
    const closed = environment.with({ settings: { signUp: 'closed' } })
    const other = { ...asked, email: 'dan@example.com' }
    expect(await closed.auth.invite(other)).toEqual(refusal('sign_up_closed'))
    const read = { token: mailed, from: environment.from() }
    expect(await closed.auth.readInvitation(read)).toEqual(refusal('invitation_invalid'))
  })

  it.each<readonly [string, Partial<typeof defaultSettings.limits>]>([
    ['network', { invitePerNetwork: { name: 'n', points: 1, seconds: 60 } }],
    ['organization', { invitePerTenant: { name: 't', points: 1, seconds: 60 } }],
  ])('is one of so many from one %s', async (_, limits) => {
    const settings = { limits: { ...defaultSettings.limits, ...limits } }
    const { invite } = await createInviting({ settings })
    expect(await invite({ role: 'super_admin' })).toMatchObject({ kind: 'invalid' })
    outcomeOf('invitation_sent', await invite())
    expect(await invite({ email: 'c@example.com' })).toMatchObject(refusal('rate_limited'))
  })

  it('is one of so many to one address, from whatever organization, and only of those who may invite', async () => {
    const invitePerAddress = { name: 'a', points: 1, seconds: 60 }
    const settings = { limits: { ...defaultSettings.limits, invitePerAddress } }
    const { environment, ada, invite, token, invited } = await createInviting({ settings })
    await environment.changeAccount(ada.accountId, { role: 'user' })
    expect(await invite()).toEqual(refusal('forbidden'))
    await environment.changeAccount(ada.accountId, { role: 'company_admin' })
    const { id } = await invited()
    const command = { id, token, from: environment.from() }
    expect(await environment.auth.resendInvitation(command)).toMatchObject(refusal('rate_limited'))
    expect(await environment.mails('invitation')).toHaveLength(1)
  })
})
