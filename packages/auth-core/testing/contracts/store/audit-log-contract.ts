import { expect } from 'expect'
import type { AuditEntry, AuditEvent, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, awkward, future, sampleEvent, storeAccount } from './samples.ts'

/** The promises of the audit log in every store. */
export function auditLogContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('the audit log', [
    {
      name: 'gives events back field for field',
      run: on(async (store) => {
        const { id, tenantId } = await storeAccount(store)
        const full = sampleEvent({
          at: after(future, 0.001),
          outcome: 'ok',
          accountId: id,
          actorId: unique('actor'),
          tenantId,
          client: 'vscode',
          network: '2001:db8::/64',
          userAgent: awkward,
          requestId: unique('request'),
          detail: { reason: awkward, [awkward]: '', otp: 'skipped' },
        })
        const bare = sampleEvent({ accountId: id })
        await recordAll(store, [bare, full])
        const entries = await store.transaction((tx) =>
          tx.auditLog.list({ accountId: id, limit: 10 }),
        )
        expect(eventsOf(entries)).toEqual([full, bare])
      }),
    },
    {
      name: 'lists the newest events of one account, as many as asked for',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const at = (seconds: number, accountId = ada.id) =>
          sampleEvent({ accountId, at: after(future, seconds) })
        const [oldest, middle, newest] = [at(1), at(2), at(4)]
        await recordAll(store, [newest, oldest, at(3, bob.id), middle])
        const list = async (limit: number, accountId = ada.id) =>
          eventsOf(await store.transaction((tx) => tx.auditLog.list({ accountId, limit })))
        expect(await list(2)).toEqual([newest, middle])
        expect(await list(10)).toEqual([newest, middle, oldest])
        expect(await list(10, unique('nobody'))).toEqual([])
      }),
    },
    {
      name: 'lists the newest events of all, those that concern nobody included',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        // Later than all records of earlier runs.
        const start = after(new Date(), 200 * 365 * 86_400)
        const events = [
          sampleEvent({ at: start, requestId: unique('request') }),
          sampleEvent({ at: after(start, 1), accountId: id }),
          sampleEvent({ at: after(start, 2), kind: 'keys_rotated' }),
        ]
        await recordAll(store, events)
        const listed = await store.transaction((tx) => tx.auditLog.list({ limit: 3 }))
        expect(eventsOf(listed)).toEqual(events.toReversed())
      }),
    },
    {
      name: 'lists what is true of all that is asked for',
      run: on(async (store) => {
        const [tenantId, actorId, accountId] = [
          unique('tenant'),
          unique('actor'),
          unique('account'),
        ]
        const kind = 'organization_changed'
        const wanted = sampleEvent({ tenantId, actorId, accountId, kind, at: after(future, 5) })
        await recordAll(store, [
          wanted,
          { ...wanted, tenantId: unique('tenant') },
          { ...wanted, actorId: null },
          { ...wanted, accountId: null },
          { ...wanted, kind: 'login' },
          { ...wanted, at: after(future, 4.999) },
          { ...wanted, at: after(future, 6) },
        ])
        const all = { tenantId, actorId, accountId, kind, from: wanted.at, to: after(future, 6) }
        const list = (filter: Partial<typeof all>) =>
          store.transaction((tx) => tx.auditLog.list({ ...filter, limit: 10 }))
        expect(eventsOf(await list(all))).toEqual([wanted])
        const names = Object.keys(all) as readonly (keyof typeof all)[]
        for (const name of names.filter((each) => each !== 'tenantId')) {
          const { [name]: _, ...rest } = all
          expect([name, (await list(rest)).length]).toEqual([name, 2])
        }
        expect(await list({ ...all, kind: 'no such kind' })).toEqual([])
      }),
    },
    {
      name: 'goes on after an entry, also one that is gone, and leaves out none of the same moment',
      run: on(async (store) => {
        const tenantId = unique('tenant')
        const event = (seconds: number) => sampleEvent({ tenantId, at: after(future, seconds) })
        await recordAll(store, [event(1), event(2), event(2), event(2), event(3)])
        const list = (limit: number, place?: AuditEntry) =>
          store.transaction((tx) => tx.auditLog.list({ tenantId, after: place, limit }))
        const all = await list(10)
        expect(new Set(all.map(({ seq }) => seq)).size).toBe(5)
        const found: AuditEntry[] = []
        for (let page = await list(2); page.length > 0; page = await list(2, page.at(-1))) {
          found.push(...page)
        }
        expect(found).toEqual(all)
        const [, second] = all
        expect(second && (await list(1, { ...second, seq: second.seq + 1 }))).toEqual([second])
      }),
    },
  ])
}

function eventsOf(entries: readonly AuditEntry[]): readonly AuditEvent[] {
  return entries.map(({ seq: _, ...event }) => event)
}

async function recordAll(store: Store, events: readonly AuditEvent[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const event of events) await tx.auditLog.record(event)
  })
}
