import type { OutboxEntry } from '@gatehouse/auth-core/ports'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readOutboxBacklog } from '../../src/read-outbox-backlog.ts'
import { openTestStore, type TestStore } from '../open-test-store.ts'
import { now } from '../samples.ts'

/** What waits in the outbox, on one kind of database. @param address Asked in a test. */
export function describeBacklog(name: string, address: () => string): void {
  describe(`the backlog on ${name}`, () => {
    let opened: TestStore

    beforeAll(async () => {
      opened = await openTestStore(address())
    })

    afterAll(() => opened.database.close())

    it('nothing waits in an empty outbox', async () => {
      expect(await readOutboxBacklog(opened.database)).toEqual({ waiting: 0, oldest: null })
    })

    it('what was sent or given up waits no more', async () => {
      const { database, store } = opened
      await store.transaction(async ({ outbox }) => {
        for (const [index, id] of ['1', '2', '3', '4'].entries()) await outbox.add(entry(id, index))
        await outbox.markSent('1', now)
        await outbox.leaseDue(now, { untried: 9, tried: 9 }, now)
        await outbox.giveUp({ id: '3', leaseUntil: now }, now, 'expired')
      })
      const oldest = new Date(now.getTime() + 1000)
      expect(await readOutboxBacklog(database)).toEqual({ waiting: 2, oldest })
    })
  })
}

function entry(id: string, secondsLater: number): OutboxEntry {
  return {
    id,
    mail: { kind: 'otp', to: 'a@example.org', organization: 'Acme', code: '123456', minutes: 5 },
    accountId: 'account-1',
    createdAt: new Date(now.getTime() + secondsLater * 1000),
    notAfter: null,
    attempts: 0,
    dueAt: now,
  }
}
