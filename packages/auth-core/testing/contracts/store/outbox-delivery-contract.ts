import { expect } from 'expect'
import type { LeaseLimits, OutboxEntry, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { after, sampleEntry, storeAccount } from './samples.ts'

// Earlier than all records of other tests, so that cleaning up does not remove theirs. Mails that they have left count as
// dated by a wrong clock, and come last.
const now = new Date('2001-01-01T00:00:00Z')
const at = (seconds: number): Date => after(now, seconds)

/** The promises of how mails leave every store's outbox. */
export function outboxDeliveryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('the outbox, delivering,', [
    {
      name: 'hands out what is due, oldest first, no more than asked for',
      run: on(async (store) => {
        const [second, first, third, notDue] = await queue(store, [
          { createdAt: at(-20), dueAt: at(-20) },
          { createdAt: at(-30), dueAt: at(-10) },
          { createdAt: at(-10), dueAt: now },
          { createdAt: at(-40), dueAt: at(0.001) },
        ])
        expect(await lease(store, now, 2)).toEqual([first, second])
        expect(await lease(store, now, 2)).toEqual([third])
        expect(await lease(store, at(1), 2)).toEqual([notDue])
      }),
    },
    {
      name: 'hands out those that have failed apart, the least tried and longest due first',
      run: on(async (store) => {
        const [often, untried, dueLater, dueFirst] = await queue(store, [
          { attempts: 7, dueAt: at(-90), createdAt: at(-99) },
          { dueAt: at(-1) },
          { attempts: 1, dueAt: at(-2), createdAt: at(-50) },
          { attempts: 1, dueAt: at(-3), createdAt: at(-40) },
        ])
        const lease = (limits: LeaseLimits) =>
          store.transaction((tx) => tx.outbox.leaseDue(now, limits, { by: '', until: at(7200) }))
        expect(await lease({ untried: 0, tried: 1 })).toEqual([dueFirst])
        expect(await lease({ untried: 9, tried: 0 })).toEqual([untried])
        expect(await lease({ untried: 9, tried: 9 })).toEqual([dueLater, often])
      }),
    },
    {
      name: 'hides what it handed out until the lease ends',
      run: on(async (store) => {
        const [entry] = await queue(store, [{ dueAt: now }])
        const leaseUntil = at(60)
        const leaseAt = (moment: Date) =>
          store.transaction((tx) =>
            tx.outbox.leaseDue(moment, limitsOf(9), { by: '', until: leaseUntil }),
          )
        expect(await leaseAt(now)).toEqual([entry])
        expect(await leaseAt(at(59.999))).toEqual([])
        expect(await lease(store, leaseUntil)).toEqual([entry])
      }),
    },
    {
      name: 'T-97: hands out what a clock that was far ahead has made or postponed',
      run: on(async (store) => {
        const [made, postponed, soon, paused] = await queue(store, [
          { createdAt: at(-3), dueAt: at(30 * 86_400) },
          { createdAt: at(-2), dueAt: at(86_400), attempts: 1 },
          { createdAt: at(-1), dueAt: at(5) },
          { createdAt: at(-1), dueAt: at(15 * 60), attempts: 1 },
        ])
        const leaseAt = (moment: Date) =>
          store.transaction((tx) =>
            tx.outbox.leaseDue(moment, limitsOf(9), { by: '', until: after(moment, 60) }),
          )
        expect(await leaseAt(now)).toEqual([made, postponed])
        expect(await leaseAt(at(5))).toEqual([soon])
        expect(await leaseAt(at(15 * 60 - 1))).not.toContainEqual(paused)
        expect(await leaseAt(at(15 * 60))).toContainEqual(paused)
      }),
    },
    {
      name: 'T-97: hands out what a process far ahead took, and not what one a little ahead took',
      run: on(async (store) => {
        const [entry] = await queue(store, [{ dueAt: now }])
        const take = (moment: Date) =>
          store.transaction((tx) =>
            tx.outbox.leaseDue(moment, limitsOf(9), { by: '', until: after(moment, 60) }),
          )
        expect(await take(at(5))).toEqual([entry])
        expect(await take(now)).toEqual([])
        expect(await take(at(66))).toEqual([entry])
        expect(await take(at(30 * 86_400))).toEqual([entry])
        expect(await take(at(67))).toEqual([entry])
      }),
    },
    {
      name: 'hands out what is past its time too, for the caller to give up',
      run: on(async (store) => {
        const [entry] = await queue(store, [{ dueAt: at(-10), notAfter: at(-5) }])
        expect(await lease(store, now)).toEqual([entry])
      }),
    },
    {
      name: 'hands out leased entries again after all leases were released',
      run: on(async (store) => {
        const [entry] = await queue(store, [{ dueAt: now }])
        await lease(store, now)
        expect(await lease(store, now)).toEqual([])
        await store.transaction((tx) => tx.outbox.releaseLeases())
        const again = await lease(store, now)
        expect(again.filter(({ id }) => id === entry?.id)).toEqual([entry])
      }),
    },
    {
      name: 'lists the leases that name their process, and ends one without the others',
      run: on(async (store) => {
        const [one, two, three] = await queue(store, [
          { createdAt: at(-30), dueAt: now },
          { createdAt: at(-20), dueAt: now },
          { createdAt: at(-10), dueAt: now },
        ])
        const take = (by: string, until: Date) =>
          store.transaction((tx) => tx.outbox.leaseDue(now, limitsOf(1), { by, until }))
        expect(await take('a', at(60))).toEqual([one])
        expect(await take('b', at(60))).toEqual([two])
        expect(await take('', at(60))).toEqual([three])
        const dead = { by: 'a', until: at(60) }
        const listed = await store.transaction((tx) => tx.outbox.listLeases())
        expect(listed.toSorted((a, b) => a.by.localeCompare(b.by))).toEqual([
          dead,
          { ...dead, by: 'b' },
        ])
        await store.transaction((tx) => tx.outbox.releaseLease({ by: 'a', until: at(61) }))
        expect(await lease(store, now)).toEqual([])
        await store.transaction((tx) => tx.outbox.releaseLease(dead))
        const isLeased = ({ id = '' }: Partial<OutboxEntry> = {}) =>
          store.transaction((tx) => tx.outbox.isLeased({ id, leaseUntil: at(60) }))
        expect([await isLeased(one), await isLeased(two)]).toEqual([false, true])
        expect(await lease(store, now)).toEqual([one])
        expect(await isLeased(one)).toBe(false)
        await store.transaction((tx) => tx.outbox.markSent(two?.id ?? '', now))
        expect(await isLeased(two)).toBe(false)
        expect(await store.transaction((tx) => tx.outbox.listLeases())).toEqual([])
      }),
    },
    {
      name: 'waits after a failed attempt, lease or not, and remembers it',
      run: on(async (store) => {
        const [entry] = await queue(store, [{ dueAt: now }])
        const id = entry?.id ?? ''
        await lease(store, now)
        expect(await postpone(store, id, 30)).toBe(true)
        const postponed = { ...entry, attempts: 1, dueAt: at(30) }
        expect(await lease(store, at(29.999))).toEqual([])
        expect(await store.transaction((tx) => tx.outbox.find(id))).toEqual(postponed)
        expect(await lease(store, at(30))).toEqual([postponed])
      }),
    },
    ...(['postpones it', 'gives it up'] as const).map((late) => ({
      name: `F-11: stays with the worker that leased it when a late one ${late}`,
      run: on(async (store) => {
        const [entry] = await queue(store, [{ dueAt: now }])
        const leased = { id: entry?.id ?? '', leaseUntil: at(60) }
        await store.transaction((tx) =>
          tx.outbox.leaseDue(now, limitsOf(9), { by: '', until: leased.leaseUntil }),
        )
        expect(await lease(store, at(60))).toEqual([entry])
        const isRecorded = await store.transaction(({ outbox }) =>
          late === 'postpones it'
            ? outbox.postpone(leased, { ...refused, dueAt: at(61) })
            : outbox.giveUp(leased, at(61), 'no such mailbox'),
        )
        expect(isRecorded).toBe(false)
        expect(await store.transaction((tx) => tx.outbox.find(leased.id))).toEqual(entry)
        expect(await lease(store, at(3600))).toEqual([])
        expect(await lease(store, leaseUntil)).toEqual([entry])
      }),
    })),
    ...(['sent', 'given up', 'cancelled'] as const).map((fate) => ({
      name: `never hands out again what was ${fate}, not even when a late worker postpones it`,
      run: on(async (store) => {
        const [entry] = await queue(store, [{ dueAt: now }])
        const { id, accountId } = entry ?? { id: '', accountId: '' }
        await lease(store, now)
        await store.transaction(async (tx) => {
          if (fate === 'sent') await tx.outbox.markSent(id, at(1))
          if (fate === 'given up')
            await tx.outbox.giveUp({ id, leaseUntil }, at(1), 'no such mailbox')
          if (fate === 'cancelled') await tx.outbox.cancel(accountId, 'otp', at(1))
        })
        expect(await postpone(store, id, 2)).toBe(false)
        if (fate === 'sent') {
          expect(await store.transaction((tx) => tx.outbox.find(id))).toEqual(entry)
        }
        await store.transaction((tx) => tx.outbox.releaseLeases())
        const handedOut = await lease(store, at(3600))
        expect(handedOut.map((leased) => leased.id)).not.toContain(id)
      }),
    })),
    {
      name: 'gives one entry to one worker, however many ask at the same time',
      run: on(async (store) => {
        const entries = await queue(
          store,
          Array.from({ length: 6 }, (_, index) => ({ createdAt: at(-index), dueAt: at(-index) })),
        )
        const workers = Array.from({ length: 12 }, () => lease(store, now, 1))
        const leased = (await Promise.all(workers)).flat().map(({ id }) => id)
        expect(leased.toSorted()).toEqual(entries.map(({ id }) => id).toSorted())
      }),
    },
  ])
}

/** Adds entries for a new account, after giving up all others, so that nothing else is due. */
async function queue(
  store: Store,
  changes: readonly Partial<OutboxEntry>[],
): Promise<readonly OutboxEntry[]> {
  const { id } = await storeAccount(store)
  const entries = changes.map((change) => sampleEntry(id, { createdAt: now, ...change }))
  await store.transaction(async (tx) => {
    await tx.outbox.releaseLeases()
    for (const { id: earlier } of await tx.outbox.leaseDue(at(3600), limitsOf(10_000), {
      by: '',
      until: now,
    })) {
      await tx.outbox.giveUp({ id: earlier, leaseUntil: now }, now, 'left by an earlier test')
    }
    for (const entry of entries) await tx.outbox.add(entry)
  })
  return entries
}

const leaseUntil = at(7200)

function lease(store: Store, moment: Date, limit = 9) {
  return store.transaction((tx) =>
    tx.outbox.leaseDue(moment, limitsOf(limit), { by: '', until: leaseUntil }),
  )
}

const refused = { attempts: 1, reason: 'connection refused' }

/** Postpones an entry that {@link lease} has leased. */
function postpone(store: Store, id: string, seconds: number) {
  const attempt = { ...refused, dueAt: at(seconds) }
  return store.transaction((tx) => tx.outbox.postpone({ id, leaseUntil }, attempt))
}

function limitsOf(limit: number): LeaseLimits {
  return { untried: limit, tried: limit }
}
