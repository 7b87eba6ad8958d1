import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, outcomeOf } from '../../testing/test-environment.ts'
import type { AuditItem } from './audit-query.ts'
import type { ReadAuditQuery } from './read-audit.ts'

const forbidden = { kind: 'refused', refusal: 'forbidden' }

describe('the audit log', () => {
  it('is read by who administers the organization, the newest first, with names', async () => {
    const { ada, read } = await twoOrganizations()
    const { items, next } = await read()
    expect(items.map(({ entry }) => entry.kind)).toEqual(['login', 'signed_up'])
    expect(items[0]).toMatchObject({
      entry: { tenantId: 'acme', outcome: 'ok', network: '192.0.2.1' },
      account: { id: ada.accountId, username: ada.username },
      actor: null,
    })
    expect(next).toBeNull()
  })

  it('T-40: is that of the own organization alone', async () => {
    const { ask } = await twoOrganizations()
    expect(await ask({ tenantId: 'globex' })).toEqual(forbidden)
    expect(await ask({ tenantId: 'nowhere' })).toEqual(forbidden)
    expect(await ask({ tenantId: 'acme' })).toMatchObject({ kind: 'audit' })
  })

  it('is no business of a user', async () => {
    const { environment, ada, ask } = await twoOrganizations()
    await environment.changeAccount(ada.accountId, { role: 'user' })
    expect(await ask()).toEqual(forbidden)
    expect(await ask({ tenantId: 'acme' })).toEqual(forbidden)
  })

  it('of any organization, and of all, is read by a super_admin', async () => {
    const { environment, ada, ask, read } = await twoOrganizations()
    await environment.changeAccount(ada.accountId, { role: 'super_admin' })
    expect(tenantsOf((await read()).items)).toEqual(['acme', 'globex', 'acme'])
    expect(tenantsOf((await read({ tenantId: 'acme' })).items)).toEqual(['acme', 'acme'])
    expect(tenantsOf((await read({ tenantId: 'globex' })).items)).toEqual(['globex'])
    expect(await ask({ tenantId: 'nowhere' })).toEqual({ kind: 'refused', refusal: 'not_found' })
  })

  it('names who changed an organization from outside, and keeps the id of who is gone', async () => {
    const { environment, ada, token, read } = await twoOrganizations()
    await environment.changeAccount(ada.accountId, { role: 'super_admin' })
    const change = { token, tenantId: 'globex', name: 'Globe', from: environment.from() }
    outcomeOf('organization', await environment.auth.changeOrganization(change))
    const [changed] = (await read({ tenantId: 'globex' })).items
    const by = { id: ada.accountId, username: ada.username }
    expect(changed).toMatchObject({
      entry: { kind: 'organization_changed' },
      account: null,
      actor: by,
    })
    expect((await read({ actorId: ada.accountId })).items).toEqual([changed])

    await environment.ports.store.transaction((tx) => tx.tenants.remove('globex'))
    const [signedUp] = (await read({ kind: 'signed_up' })).items
    expect(signedUp?.account).toEqual({ id: expect.any(String), username: null })
  })

  it('is read in parts, without leaving out or repeating any', async () => {
    const { environment, ada, read } = await twoOrganizations()
    for (let logins = 0; logins < 5; logins += 1) await environment.logIn(ada)
    const all = (await read()).items
    const parts: AuditItem[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await read({ limit: 3, cursor })
      expect(page.items.length).toBeLessThanOrEqual(3)
      parts.push(...page.items)
      cursor = page.next
    }
    expect(all).toHaveLength(7)
    expect(parts).toEqual(all)
    expect((await read({ limit: 7 })).next).toBeNull()
  })

  it('is narrowed by kind, account and time', async () => {
    const { environment, ada, read } = await twoOrganizations()
    const kinds = async (query: Partial<ReadAuditQuery>) =>
      (await read(query)).items.map(({ entry }) => entry.kind)
    const before = environment.ports.clock.now()
    environment.ports.clock.advance(60)
    await environment.logIn(ada)
    const now = environment.ports.clock.now()
    expect(await kinds({ kind: 'signed_up' })).toEqual(['signed_up'])
    expect(await kinds({ kind: 'no such kind' })).toEqual([])
    expect(await kinds({ accountId: ada.accountId })).toHaveLength(3)
    expect(await kinds({ accountId: 'another' })).toEqual([])
    expect(await kinds({ period: { from: now } })).toEqual(['login'])
    expect(await kinds({ period: { to: now } })).toEqual(['login', 'signed_up'])
    expect(await kinds({ period: { from: before, to: before } })).toEqual([])
  })

  it.each<[string, Partial<ReadAuditQuery>]>([
    ['limit', { limit: 0 }],
    ['limit', { limit: 201 }],
    ['limit', { limit: 1.5 }],
    ['limit', { limit: Number.NaN }],
    ['cursor', { cursor: '' }],
    ['cursor', { cursor: '1.' }],
    ['cursor', { cursor: '1.2 or 1=1' }],
    ['from', { period: { from: new Date(Number.NaN) } }],
    ['to', { period: { to: new Date(Number.NaN) } }],
  ])('is not read with a %s such as %p', async (field, query) => {
    const { ask } = await twoOrganizations()
    expect(await ask(query)).toMatchObject({ kind: 'invalid', errors: [{ field }] })
  })

  it('is closed to a session that was logged out', async () => {
    const { environment, token, ask } = await twoOrganizations()
    await environment.auth.logOut({ token, from: environment.from() })
    expect(await ask()).toEqual({ kind: 'refused', refusal: 'session_ended' })
  })
})

/** Ada, signed in at Acme, and another organization. */
async function twoOrganizations() {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  await environment.signUp({
    username: 'bob',
    email: 'bob@example.com',
    organizationName: 'globex',
  })
  const { token } = outcomeOf('authenticated', await environment.logIn(ada))
  const ask = (query: Partial<ReadAuditQuery> = {}) =>
    environment.auth.readAudit({ token, from: environment.from(), ...query })
  const read = async (query?: Partial<ReadAuditQuery>) => outcomeOf('audit', await ask(query))
  return { environment, ada, token, ask, read }
}

function tenantsOf(items: readonly AuditItem[]): readonly (string | null)[] {
  return items.map(({ entry }) => entry.tenantId)
}
