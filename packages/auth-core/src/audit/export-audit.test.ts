import { describe, expect, it } from '@jest/globals'
import { createTestEnvironment, outcomeOf } from '../../testing/test-environment.ts'
import { systemEvent } from '../records/audit.ts'
import type { AuditItem } from './audit-query.ts'
import type { AuditExport, ExportAuditQuery } from './export-audit.ts'

describe('an export of the audit log', () => {
  it('has everything that matches, the newest first, and is on record itself', async () => {
    const { environment, ada, begin } = await exporting(450)
    const pages = await pagesOf(await begin({ kind: 'refreshed' }))
    expect(pages.map(({ length }) => length)).toEqual([200, 200, 50])
    const seqs = pages.flat().map(({ entry }) => entry.seq)
    expect(seqs).toEqual(seqs.toSorted((one, other) => other - one))
    expect(await environment.audit('audit_exported')).toMatchObject([
      { accountId: ada.accountId, tenantId: 'acme', detail: { kind: 'refreshed' } },
    ])
    const [[first] = []] = await pagesOf(await begin())
    expect(first).toMatchObject({ entry: { kind: 'audit_exported', detail: {} } })
  })

  it('has an end, though more is recorded meanwhile', async () => {
    const { environment, ada, begin } = await exporting(200)
    const seen: AuditItem[] = []
    for await (const page of (await begin()).pages) {
      seen.push(...page)
      environment.ports.clock.advance(1)
      await environment.logIn(ada)
    }
    expect(seen).toHaveLength(203)
  })

  it('reads no more than is taken', async () => {
    const { environment, begin } = await exporting(600)
    let transactions = 0
    const { store } = environment.ports
    const counted = environment.with({
      ports: {
        store: {
          ...store,
          transaction(work) {
            transactions += 1
            return store.transaction(work)
          },
        },
      },
    })
    const { pages } = await begin({}, counted)
    const iterator = pages[Symbol.asyncIterator]()
    await iterator.next()
    expect(transactions).toBe(1)
    await iterator.next()
    expect(transactions).toBe(2)
    await iterator.return?.()
    expect(transactions).toBe(2)
  })

  it.each<[string, (own: Awaited<ReturnType<typeof exporting>>) => Promise<unknown>]>([
    ['is made a user', (own) => own.change({ role: 'user' })],
    ['is disabled', (own) => own.change({ status: 'disabled' })],
    ['logs out', (own) => own.logOut()],
  ])('ends when who exports %s', async (_, end) => {
    const own = await exporting(450)
    const iterator = (await own.begin()).pages[Symbol.asyncIterator]()
    await iterator.next()
    await end(own)
    await expect(iterator.next()).rejects.toMatchObject({ name: 'ExportEnded' })
  })

  it('T-40: is that of the own organization alone, and none for a user', async () => {
    const { change, ask, begin } = await exporting(0)
    const tenants = (await pagesOf(await begin())).flat().map(({ entry }) => entry.tenantId)
    expect(new Set(tenants)).toEqual(new Set(['acme']))
    const forbidden = { kind: 'refused', refusal: 'forbidden' }
    expect(await ask({ tenantId: 'globex' })).toEqual(forbidden)
    await change({ role: 'user' })
    expect(await ask()).toEqual(forbidden)
  })

  it('of another organization is on record there, with who made it', async () => {
    const { environment, ada, change, begin } = await exporting(0)
    await change({ role: 'super_admin' })
    const tenants = (await pagesOf(await begin())).flat().map(({ entry }) => entry.tenantId)
    expect(new Set(tenants)).toEqual(new Set(['acme', 'globex', null]))
    await begin({ tenantId: 'globex' })
    expect(await environment.audit('audit_exported')).toMatchObject([
      { accountId: ada.accountId, actorId: null, tenantId: null },
      { accountId: null, actorId: ada.accountId, tenantId: 'globex' },
    ])
  })

  it('is not begun with a moment that is none', async () => {
    const { environment, ask } = await exporting(0)
    const period = { from: new Date(Number.NaN) }
    expect(await ask({ period })).toMatchObject({ errors: [{ field: 'from' }] })
    expect(await environment.audit('audit_exported')).toEqual([])
  })
})

/** Ada, signed in at Acme, where so much has happened; and another organization. */
async function exporting(events: number) {
  const environment = createTestEnvironment()
  const ada = await environment.signUp()
  const bob = { username: 'bob', email: 'bob@example.com', organizationName: 'globex' }
  await environment.signUp(bob)
  const { token } = outcomeOf('authenticated', await environment.logIn(ada))
  const { store, clock } = environment.ports
  await store.transaction(async (tx) => {
    const fact = { kind: 'refreshed', tenantId: 'acme', accountId: ada.accountId } as const
    for (let index = 0; index < events; index += 1) {
      await tx.auditLog.record(systemEvent(clock.now(), fact))
    }
  })
  const ask = (query: Partial<ExportAuditQuery> = {}, { auth, from } = environment) =>
    auth.exportAudit({ token, from: from(), ...query })
  const begin = async (...parameters: Parameters<typeof ask>) =>
    outcomeOf('audit_export', await ask(...parameters))
  const change = (changes: Parameters<typeof environment.changeAccount>[1]) =>
    environment.changeAccount(ada.accountId, changes)
  const logOut = () => environment.auth.logOut({ token, from: environment.from() })
  return { environment, ada, ask, begin, change, logOut }
}

async function pagesOf({ pages }: AuditExport): Promise<readonly (readonly AuditItem[])[]> {
  const all: (readonly AuditItem[])[] = []
  for await (const page of pages) all.push(page)
  return all
}
