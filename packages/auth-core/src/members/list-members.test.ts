import { describe, expect, it } from '@jest/globals'
import { organizationOfThree } from '../../test-support/organization-of-three.ts'
import { outcomeOf } from '../../testing/test-environment.ts'
import type { ListMembersQuery } from './list-members.ts'

const forbidden = { kind: 'refused', refusal: 'forbidden' }
const notFound = { kind: 'refused', refusal: 'not_found' }

describe('the members of an organization', () => {
  it('are listed for its administrators, page by page', async () => {
    const { ada, bob, carol, list } = await listing()
    const first = outcomeOf('members', await list({ limit: 2 }))
    const second = outcomeOf('members', await list({ limit: 2, cursor: first.next ?? '' }))
    const all = [...first.members, ...second.members].map(({ account: { id } }) => id)
    expect(all).toEqual([ada, bob, carol].map(({ accountId }) => accountId).toSorted())
    expect([first.members.length, second.next]).toEqual([2, null])
    const whole = outcomeOf('members', await list({ limit: 3 }))
    expect([whole.members.length, whole.next]).toEqual([3, null])
  })

  it('are searched', async () => {
    const { bob, carol, list, environment } = await listing()
    const ids = async (query: Partial<ListMembersQuery>) =>
      outcomeOf('members', await list(query)).members.map(({ account: { id } }) => id)
    expect(await ids({ search: 'BOB@' })).toEqual([bob.accountId])
    expect(await ids({ role: 'user' })).toEqual([carol.accountId])
    await environment.changeAccount(carol.accountId, { status: 'disabled' })
    expect(await ids({ state: 'disabled' })).toEqual([carol.accountId])
    expect(await ids({ search: 'bob', state: 'disabled' })).toEqual([])
  })

  it('are listed for no user, and for nobody of another organization', async () => {
    const { carol, list } = await listing()
    expect(await list({ token: carol.token })).toEqual(forbidden)
    expect(await list({ tenantId: 'of-bob' })).toEqual(forbidden)
    expect(await list({ tenantId: 'nowhere' })).toEqual(forbidden)
  })

  it('are listed for a super_admin, of any organization', async () => {
    const { environment, ada, list } = await listing()
    await environment.changeAccount(ada.accountId, { role: 'super_admin' })
    expect(await list({ tenantId: 'of-bob' })).toMatchObject({ members: [] })
    expect(await list({ tenantId: 'nowhere' })).toEqual(notFound)
  })

  it('T-84: are shown to an administrator without their API keys, listed, read and changed', async () => {
    const { environment, ada, bob, list } = await listing()
    const { apiKey = '' } = (await environment.account(bob.accountId)) ?? {}
    expect(apiKey).not.toBe('')
    const { auth, from } = environment
    const command = { token: ada.token, accountId: bob.accountId, from: from() }
    const shown = [
      await list(),
      await auth.readMember(command),
      await auth.changeMember({ ...command, machineRole: 'operator' }),
    ]
    expect(shown.map(({ kind }) => kind)).toEqual(['members', 'member', 'member'])
    expect(JSON.stringify(shown)).not.toContain(apiKey)
    expect(await environment.account(bob.accountId)).toMatchObject({ apiKey })
  })

  it('say when they logged in last', async () => {
    const { environment, ada, list } = await listing()
    environment.ports.clock.advance(60)
    await environment.logIn(ada, { client: 'cli' })
    const { members } = outcomeOf('members', await list({ search: 'ada@' }))
    expect(members[0]?.account.lastLoginAt).toEqual(environment.ports.clock.now())
  })
})

describe('one member', () => {
  it('is read by an administrator, with the organization', async () => {
    const { ada, carol, read } = await listing()
    expect(await read(ada.token, carol.accountId)).toMatchObject({
      kind: 'member',
      member: { account: { id: carol.accountId }, tenant: { id: 'acme' } },
    })
    expect(await read(carol.token, carol.accountId)).toEqual(forbidden)
  })

  it('T-40: is not there under the id of another organization’s, nor on the way out', async () => {
    const { environment, ada, carol, read } = await listing()
    const eve = await environment.signUp({ username: 'eve', organizationName: 'evil' })
    expect(await read(ada.token, eve.accountId)).toEqual(notFound)
    expect(await read(ada.token, 'nobody')).toEqual(notFound)
    await environment.changeAccount(carol.accountId, { status: 'removing' })
    expect(await read(ada.token, carol.accountId)).toEqual(notFound)
  })
})

describe('all organizations', () => {
  it('are listed for a super_admin alone, page by page, without sign-ups under way', async () => {
    const { environment, ada } = await listing()
    const { auth, from } = environment
    const list = (cursor?: string) =>
      auth.listOrganizations({ token: ada.token, from: from(), limit: 2, cursor })
    expect(await list()).toEqual(forbidden)
    await environment.changeAccount(ada.accountId, { role: 'super_admin' })
    await environment.changeTenant('of-bob', { status: 'reserved' })
    const first = outcomeOf('organizations', await list())
    const second = outcomeOf('organizations', await list(first.next ?? ''))
    expect([...first.tenants, ...second.tenants].map(({ id }) => id)).toEqual(['acme', 'of-carol'])
    expect(second.next).toBeNull()
  })
})

async function listing() {
  const three = await organizationOfThree()
  const { environment, ada } = three
  const { auth, from } = environment
  const list = (query: Partial<ListMembersQuery> = {}) =>
    auth.listMembers({ token: ada.token, from: from(), ...query })
  const read = (token: string, accountId: string) =>
    auth.readMember({ token, accountId, from: from() })
  return { ...three, list, read }
}
