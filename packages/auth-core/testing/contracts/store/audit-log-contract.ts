import { describe, expect, it } from '@jest/globals'
import type { AuditEvent, Store } from '../../../src/ports/index.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, awkward, future, sampleEvent, storeAccount } from './samples.ts'

/** The promises of the audit log in every store. */
export function auditLogContract(subject: Subject<Store>): void {
  const on = testsOf(subject, subject.open)

  describe('the audit log', () => {
    it(
      'gives events back field for field',
      on(async (store) => {
        const { id, tenantId } = await storeAccount(store)
        const full = sampleEvent({
          at: after(future, 0.001),
          outcome: 'ok',
          accountId: id,
          tenantId,
          client: 'vscode',
          network: '2001:db8::/64',
          userAgent: awkward,
          requestId: unique('request'),
          detail: { reason: awkward, [awkward]: '', otp: 'skipped' },
        })
        const bare = sampleEvent({ accountId: id })
        await recordAll(store, [bare, full])
        const events = await store.transaction((tx) =>
          tx.auditLog.list({ accountId: id, limit: 10 }),
        )
        expect(events).toEqual([full, bare])
      }),
    )

    it(
      'lists the newest events of one account, as many as asked for',
      on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const at = (seconds: number, accountId = ada.id) =>
          sampleEvent({ accountId, at: after(future, seconds) })
        const [oldest, middle, newest] = [at(1), at(2), at(4)]
        await recordAll(store, [newest, oldest, at(3, bob.id), middle])
        const list = (limit: number, accountId = ada.id) =>
          store.transaction((tx) => tx.auditLog.list({ accountId, limit }))
        expect(await list(2)).toEqual([newest, middle])
        expect(await list(10)).toEqual([newest, middle, oldest])
        expect(await list(10, unique('nobody'))).toEqual([])
      }),
    )

    it(
      'lists the newest events of all, those that concern nobody included',
      on(async (store) => {
        const { id } = await storeAccount(store)
        // Later than what an earlier run may have left behind.
        const start = after(new Date(), 200 * 365 * 86_400)
        const events = [
          sampleEvent({ at: start, requestId: unique('request') }),
          sampleEvent({ at: after(start, 1), accountId: id }),
          sampleEvent({ at: after(start, 2), kind: 'keys_rotated' }),
        ]
        await recordAll(store, events)
        const listed = await store.transaction((tx) => tx.auditLog.list({ limit: 3 }))
        expect(listed).toEqual(events.toReversed())
      }),
    )
  })
}

async function recordAll(store: Store, events: readonly AuditEvent[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const event of events) await tx.auditLog.record(event)
  })
}
