import { describe, expect, it } from '@jest/globals'
import type { MemberQuery } from '../../api/organization-service.ts'
import type { Member } from '../../api/organization-wire.ts'
import { noFilter, queryOf } from './audit-query.ts'

const pages = [['adam', 'adair'], ['ada']].map((names) =>
  names.map((username) => ({ id: `id-${username}`, username }) as Member),
)

function directory() {
  const asked: MemberQuery[] = []
  const listMembers = async (query: MemberQuery) => {
    asked.push(query)
    const page = Number(query.cursor ?? 0)
    const next_cursor = page + 1 < pages.length ? String(page + 1) : null
    return { ok: true as const, value: { items: pages[page] ?? [], next_cursor } }
  }
  return { routes: { listMembers }, asked }
}

describe('the audit is asked', () => {
  it('for everything without looking for a person', async () => {
    const { routes, asked } = directory()
    expect(await queryOf(routes, noFilter)).toEqual({ ok: true, value: { kind: '' } })
    expect(asked).toEqual([])
  })

  it('for the id of a person, whose username is looked for as a whole', async () => {
    const { routes, asked } = directory()
    const filter = { ...noFilter, person: ' Ada ', kind: 'login' }
    expect(await queryOf(routes, filter)).toEqual({
      ok: true,
      value: { kind: 'login', account: 'id-ada' },
    })
    expect(asked).toEqual([
      { search: 'ada', limit: '200' },
      { search: 'ada', limit: '200', cursor: '1' },
    ])
  })

  it('for what a person did to others', async () => {
    const { routes } = directory()
    const filter = { ...noFilter, person: 'adam', part: 'actor' } as const
    expect(await queryOf(routes, filter)).toMatchObject({ value: { actor: 'id-adam' } })
  })

  it('for nothing when no one has the username', async () => {
    const { routes } = directory()
    expect(await queryOf(routes, { ...noFilter, person: 'ad' })).toEqual({ ok: true, value: null })
  })

  it('for nothing when the people cannot be asked for', async () => {
    const error = { code: 'overloaded', errors: [] }
    const listMembers = async () => ({ ok: false as const, error })
    const filter = { ...noFilter, person: 'ada' }
    expect(await queryOf({ listMembers }, filter)).toEqual({ ok: false, error })
  })
})
