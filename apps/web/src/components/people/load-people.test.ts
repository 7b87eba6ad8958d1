import { describe, expect, it } from '@jest/globals'
import type { MemberQuery } from '../../api/organization-service.ts'
import type { Invitation, Member } from '../../api/organization-wire.ts'
import { everyone, loadPeople, type PeopleRoutes } from './load-people.ts'

const member = (id: number, role = 'user') => ({ id: String(id), role }) as Member
const invitation = (email: string, role = 'user') => ({ id: email, email, role }) as Invitation

/** An organization whose list has so many on a page. */
function organization(
  people: readonly Member[],
  invitations: readonly Invitation[] = [],
  size = 50,
) {
  const asked: MemberQuery[] = []
  const routes: PeopleRoutes = {
    listMembers: async (query) => {
      asked.push(query)
      const from = Number(query.cursor ?? 0)
      const next = from + size < people.length ? String(from + size) : null
      return { ok: true, value: { items: people.slice(from, from + size), next_cursor: next } }
    },
    listInvitations: async (cursor) => {
      const from = Number(cursor ?? 0)
      const next = from + 1 < invitations.length ? String(from + 1) : null
      return { ok: true, value: { items: invitations.slice(from, from + 1), next_cursor: next } }
    },
  }
  return { routes, asked }
}

const many = Array.from({ length: 120 }, (_, n) =>
  member(n, n % 40 === 0 ? 'company_admin' : 'user'),
)

describe('the list of people', () => {
  it('begins with all open invitations and the first page of members', async () => {
    const { routes, asked } = organization(many, [invitation('lin@x'), invitation('noor@x')])
    const found = await loadPeople(routes, everyone)
    expect(found).toMatchObject({ ok: true, value: { cursor: '50' } })
    if (!found.ok) return
    expect(found.value.invitations.map(({ email }) => email)).toEqual(['lin@x', 'noor@x'])
    expect(found.value.members).toHaveLength(50)
    expect(asked).toEqual([{ search: '', limit: '50' }])
  })

  it('goes on with members alone', async () => {
    const { routes } = organization(many, [invitation('lin@x')])
    const found = await loadPeople(routes, everyone, '100')
    expect(found).toMatchObject({ value: { invitations: [], cursor: null } })
    if (found.ok) expect(found.value.members).toHaveLength(20)
  })

  it('of the invited asks for no members, and searches their addresses', async () => {
    const { routes, asked } = organization(many, [invitation('Lin@x'), invitation('noor@x')])
    const found = await loadPeople(routes, { ...everyone, state: 'invited', text: ' lin ' })
    expect(found).toEqual({
      ok: true,
      value: { invitations: [invitation('Lin@x')], members: [], cursor: null },
    })
    expect(asked).toEqual([])
  })

  it('of one state has no invitations', async () => {
    const { routes, asked } = organization([member(1)], [invitation('lin@x')])
    const found = await loadPeople(routes, { text: 'a', state: 'disabled', role: 'any' })
    expect(found).toMatchObject({ value: { invitations: [], members: [member(1)] } })
    expect(asked).toEqual([{ search: 'a', state: 'disabled', limit: '50' }])
  })

  it('of one role is asked for by it, and has the invitations to it', async () => {
    const { routes, asked } = organization(
      [member(1, 'company_admin')],
      [invitation('noor@x', 'company_admin'), invitation('lin@x')],
    )
    const found = await loadPeople(routes, { ...everyone, role: 'company_admin' })
    expect(found).toMatchObject({
      value: {
        invitations: [invitation('noor@x', 'company_admin')],
        members: [member(1, 'company_admin')],
      },
    })
    expect(asked).toEqual([{ search: '', role: 'company_admin', limit: '50' }])
  })

  it('fails when one of its parts does', async () => {
    const { routes } = organization([])
    const failed = async () => ({
      ok: false as const,
      error: { code: 'overloaded', errors: [] },
    })
    const expected = { ok: false, error: { code: 'overloaded', errors: [] } }
    expect(await loadPeople({ ...routes, listMembers: failed }, everyone)).toEqual(expected)
    expect(await loadPeople({ ...routes, listInvitations: failed }, everyone)).toEqual(expected)
  })
})
