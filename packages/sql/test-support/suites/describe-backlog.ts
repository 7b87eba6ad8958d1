import type { OutboxEntry } from '@gatehouse/auth-core/ports'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { readOutboxBacklog } from '../../src/read-outbox-backlog.ts'
import { readOutboxReasons } from '../../src/read-outbox-reasons.ts'
import { openTestStore, type TestStore } from '../open-test-store.ts'
import { now } from '../samples.ts'

/** The end of leases. */
const later = new Date(now.getTime() + 60_000)

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
        await outbox.leaseDue(now, { untried: 9, tried: 9 }, { by: '', until: now })
        await outbox.giveUp({ id: '3', leaseUntil: now }, now, 'expired')
      })
      const oldest = new Date(now.getTime() + 1000)
      expect(await readOutboxBacklog(database)).toEqual({ waiting: 2, oldest })
    })

    it('groups what waits and what was given up by its reason, without what was sent or replaced', async () => {
      const { database, store } = opened
      await store.transaction(async ({ outbox }) => {
        for (const id of ['5', '6', '7']) await outbox.add(entry(id, Number(id)))
        const leased = await outbox.leaseDue(
          now,
          { untried: 9, tried: 9 },
          { by: '', until: later },
        )
        expect(leased.map(({ id }) => id)).toEqual(expect.arrayContaining(['5', '6', '7']))
        const failed = { attempts: 1, dueAt: later, reason: 'login_refused 535' }
        await outbox.postpone({ id: '6', leaseUntil: later }, failed)
        await outbox.postpone({ id: '7', leaseUntil: later }, failed)
        await outbox.cancel('account-of-5', 'otp', now)
      })
      const at = (seconds: number) => new Date(now.getTime() + seconds * 1000)
      expect(await readOutboxReasons(database)).toEqual([
        { state: 'waiting', reason: null, mails: 2, oldest: at(1) },
        { state: 'waiting', reason: 'login_refused 535', mails: 2, oldest: at(6) },
        { state: 'given_up', reason: 'expired', mails: 1, oldest: at(2) },
      ])
    })
  })
}

function entry(id: string, secondsLater: number): OutboxEntry {
  return {
    id,
    mail: { kind: 'otp', to: 'a@example.org', organization: 'Acme', code: '123456', minutes: 5 },
    accountId: `account-of-${id}`,
    createdAt: new Date(now.getTime() + secondsLater * 1000),
    notAfter: null,
    attempts: 0,
    dueAt: now,
  }
}
