import { expect } from 'expect'
import type { Mail, OutboxEntry, Store, Transaction } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, awkward, future, sampleEntry, sampleMail, storeAccount } from './samples.ts'

const verification: Mail = {
  kind: 'verify_email',
  to: 'ada@example.com',
  firstName: awkward,
  organization: awkward,
  token: 'a-token',
  expiresAt: after(future, 0.001),
}

const mails: readonly Mail[] = [
  sampleMail,
  verification,
  {
    kind: 'password_reset',
    to: 'ada@example.com',
    minutes: 30,
    accounts: [
      { organization: awkward, username: 'ada', token: 'one-token' },
      { organization: 'Globex', username: 'ada2', token: 'other-token' },
    ],
  },
  {
    kind: 'password_changed',
    language: 'de',
    to: 'ada@example.com',
    organization: 'Acme',
    username: 'ada',
    at: after(future, 0.001),
  },
]

/** The promises of every store's outbox about keeping and counting mails. */
export function outboxContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('the outbox', [
    ...mails.map((mail) => ({
      name: `gives a mail ${mail.kind} back field for field`,
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const entries = [
          sampleEntry(id, { mail }),
          sampleEntry('', { mail, notAfter: null, attempts: 4, dueAt: after(future, 0.001) }),
        ]
        await addAll(store, entries)
        for (const entry of entries) expect(await find(store, entry)).toEqual(entry)
      }),
    })),
    {
      name: 'has nothing under an unknown id',
      run: on(async (store) => {
        const found = await store.transaction((tx) => tx.outbox.find(unique('mail')))
        expect(found).toBeUndefined()
      }),
    },
    {
      name: 'keeps the content of a sent mail, to be sent again',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const entry = sampleEntry(id)
        await addAll(store, [entry])
        await store.transaction((tx) => tx.outbox.markSent(entry.id, future))
        expect(await find(store, entry)).toMatchObject({ id: entry.id, mail: entry.mail })
      }),
    },
    {
      name: 'drops the content of a mail that was given up',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const [entry, bystander] = [sampleEntry(id, { dueAt: longAgo }), sampleEntry(id)]
        await addAll(store, [entry, bystander])
        await store.transaction((tx) => leaseAndGiveUp(tx, entry, future))
        expect(await find(store, entry)).toBeUndefined()
        expect(await find(store, bystander)).toEqual(bystander)
      }),
    },
    {
      name: 'counts what was added for an account since a moment, in any condition',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const at = (seconds: number) => ({ createdAt: after(future, seconds) })
        const [waiting, sent, givenUp, cancelled] = [
          sampleEntry(ada.id, at(1)),
          sampleEntry(ada.id, at(2)),
          sampleEntry(ada.id, { ...at(3), dueAt: longAgo }),
          sampleEntry(ada.id, at(4)),
        ]
        await addAll(store, [
          sent,
          givenUp,
          cancelled,
          sampleEntry(ada.id, at(-1)),
          sampleEntry(bob.id, at(1)),
          sampleEntry(ada.id, { ...at(1), mail: verification }),
          sampleEntry('', at(1)),
        ])
        await store.transaction(async (tx) => {
          await tx.outbox.markSent(sent.id, future)
          await leaseAndGiveUp(tx, givenUp, future)
          await tx.outbox.cancel(ada.id, 'otp', future)
          await tx.outbox.add(waiting)
        })
        const count = (seconds: number) =>
          store.transaction((tx) => tx.outbox.countSince(ada.id, 'otp', after(future, seconds)))
        expect(await count(0)).toBe(4)
        expect(await count(2.5)).toBe(2)
        expect(await count(5)).toBe(0)
      }),
    },
    {
      name: 'drops the content of cancelled mails, of one kind and account',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const going = [sampleEntry(ada.id), sampleEntry(ada.id)]
        const staying = [sampleEntry(bob.id), sampleEntry(ada.id, { mail: verification })]
        await addAll(store, [...going, ...staying])
        await store.transaction((tx) => tx.outbox.cancel(ada.id, 'otp', future))
        for (const entry of going) expect(await find(store, entry)).toBeUndefined()
        for (const entry of staying) expect(await find(store, entry)).toEqual(entry)
      }),
    },
    {
      name: 'removes what was settled before a moment, counts it, and keeps what waits',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const other = await storeAccount(store)
        // Earlier than all records of other tests, so that cleaning up does not remove theirs.
        const moment = new Date('2001-01-01T00:00:00Z')
        const [before, later] = [after(moment, -1), moment]
        const made = { createdAt: after(moment, -60), dueAt: future }
        const [sent, givenUp, cancelled, sentLater, waiting] = [
          sampleEntry(id, made),
          sampleEntry(id, { ...made, dueAt: longAgo }),
          sampleEntry(id, made),
          sampleEntry(id, made),
          sampleEntry(other.id, made),
        ]
        const gone = await store.transaction(async (tx) => {
          await tx.outbox.removeSettled(moment)
          for (const entry of [sent, givenUp, cancelled, sentLater, waiting]) {
            await tx.outbox.add(entry)
          }
          await tx.outbox.markSent(sent.id, before)
          await tx.outbox.markSent(sentLater.id, later)
          await leaseAndGiveUp(tx, givenUp, before)
          await tx.outbox.cancel(id, 'otp', before)
          return tx.outbox.removeSettled(moment)
        })
        expect(gone).toBe(3)
        expect(await find(store, sent)).toBeUndefined()
        expect(await find(store, sentLater)).toMatchObject({ mail: sentLater.mail })
        expect(await find(store, waiting)).toEqual(waiting)
        const counted = await store.transaction((tx) =>
          tx.outbox.countSince(id, 'otp', made.createdAt),
        )
        expect(counted).toBe(1)
      }),
    },
  ])
}

function find(store: Store, { id }: OutboxEntry) {
  return store.transaction((tx) => tx.outbox.find(id))
}

/** Due before everything the other tests add. What they have left is taken too: it is dated far ahead of this. */
const longAgo = new Date('2000-01-01T00:00:00Z')

async function leaseAndGiveUp({ outbox }: Transaction, { id }: OutboxEntry, at: Date) {
  const leaseUntil = after(longAgo, 60)
  await outbox.leaseDue(longAgo, { untried: 10_000, tried: 9 }, { by: '', until: leaseUntil })
  await outbox.giveUp({ id, leaseUntil }, at, 'no such mailbox')
}

async function addAll(store: Store, entries: readonly OutboxEntry[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const entry of entries) await tx.outbox.add(entry)
  })
}
