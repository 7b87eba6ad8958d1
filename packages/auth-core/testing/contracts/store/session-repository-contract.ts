import { expect } from 'expect'
import type { Session, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleSession, storeAccount } from './samples.ts'

// Earlier than all records of other tests, so that cleaning up does not remove theirs.
const longAgo = new Date('2001-01-01T00:00:00Z')

/** The promises of the sessions in every store. */
export function sessionRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('sessions', [
    {
      name: 'come back field for field',
      run: on(async (store) => {
        const account = await storeAccount(store)
        const sessions = [
          sampleSession(account),
          sampleSession(account, { client: 'ui', endedAt: after(future, 1.001) }),
          sampleSession(account, { client: 'vscode' }),
        ]
        await insertAll(store, sessions)
        for (const session of sessions) expect(await find(store, session)).toEqual(session)
      }),
    },
    {
      name: 'are undefined when nobody made them',
      run: on(async (store) => {
        const found = await store.transaction((tx) => tx.sessions.find(unique('session')))
        expect(found).toBeUndefined()
      }),
    },
    {
      name: 'are listed by their account, ended or not',
      run: on(async (store) => {
        const account = await storeAccount(store)
        const sessions = [sampleSession(account), sampleSession(account, { endedAt: future })]
        await insertAll(store, [...sessions, sampleSession(await storeAccount(store))])
        const listed = await store.transaction((tx) => tx.sessions.listOfAccount(account.id))
        expect(listed).toHaveLength(2)
        expect(listed).toEqual(expect.arrayContaining(sessions))
      }),
    },
    {
      name: 'are found many at once, as far as they exist',
      run: on(async (store) => {
        const account = await storeAccount(store)
        const [one, two, other] = [
          sampleSession(account),
          sampleSession(account, { endedAt: future }),
          sampleSession(account),
        ]
        await insertAll(store, [one, two, other])
        const ids = [two.id, unique('session'), one.id]
        const found = await store.transaction((tx) => tx.sessions.findMany(ids))
        expect(found).toHaveLength(2)
        expect(found).toEqual(expect.arrayContaining([one, two]))
      }),
    },
    {
      name: 'are counted while they have not ended and their token has not expired',
      run: on(async (store) => {
        // A moment when all records of other tests have expired.
        const late = new Date('2190-01-01T00:00:00Z')
        const account = await storeAccount(store)
        const expiresAt = after(late, 0.001)
        const counts = () =>
          store.transaction(async (tx) => [
            await tx.sessions.countLive(late),
            await tx.sessions.countLive(expiresAt),
          ])
        expect(await counts()).toEqual([0, 0])
        await insertAll(store, [
          sampleSession(account, { expiresAt }),
          sampleSession(account, { expiresAt }),
          sampleSession(account, { expiresAt, endedAt: future }),
          sampleSession(account, { expiresAt: late }),
        ])
        expect(await counts()).toEqual([2, 0])
      }),
    },
    {
      name: 'are live for their account until they end, or their token expires',
      run: on(async (store) => {
        const [account, other] = [await storeAccount(store), await storeAccount(store)]
        const expiresAt = after(future, 0.001)
        await insertAll(store, [
          sampleSession(account, { expiresAt: future }),
          sampleSession(account, { expiresAt, endedAt: future }),
          sampleSession(other, { expiresAt }),
        ])
        const isLive = (accountId: string, now: Date) =>
          store.transaction((tx) => tx.sessions.hasLive(accountId, now))
        expect(await isLive(account.id, future)).toBe(false)
        expect(await isLive(other.id, future)).toBe(true)
        expect(await isLive(other.id, expiresAt)).toBe(false)
        expect(await isLive(unique('account'), future)).toBe(false)
      }),
    },
    {
      name: 'are listed by their account while they are live',
      run: on(async (store) => {
        const [account, other] = [await storeAccount(store), await storeAccount(store)]
        const expiresAt = after(future, 0.001)
        const [one, two] = [sampleSession(account, { expiresAt }), sampleSession(account)]
        await insertAll(store, [
          one,
          two,
          sampleSession(account, { endedAt: future }),
          sampleSession(account, { expiresAt: future }),
          sampleSession(other),
        ])
        const list = (now: Date) => store.transaction((tx) => tx.sessions.listLive(account.id, now))
        expect(await list(future)).toHaveLength(2)
        expect(await list(future)).toEqual(expect.arrayContaining([one, two]))
        expect(await list(expiresAt)).toEqual([two])
      }),
    },
    {
      name: 'are an empty list when none or a thousand unknown ones are asked for',
      run: on(async (store) => {
        const unknown = Array.from({ length: 1000 }, () => unique('session'))
        const found = await store.transaction(async (tx) => [
          await tx.sessions.findMany([]),
          await tx.sessions.findMany(unknown),
        ])
        expect(found).toEqual([[], []])
      }),
    },
    {
      name: 'are replaced by an update',
      run: on(async (store) => {
        const account = await storeAccount(store)
        const [session, bystander] = [sampleSession(account), sampleSession(account)]
        const lastSeenAt = after(future, 3600.5)
        const newest = {
          issuedAt: after(future, 3600),
          expiresAt: after(future, 90_000),
          lastSeenAt,
        }
        const changed = { ...session, ...newest, endedAt: future }
        await insertAll(store, [session, bystander])
        await store.transaction((tx) => tx.sessions.update(changed))
        expect(await find(store, session)).toEqual(changed)
        expect(await find(store, bystander)).toEqual(bystander)
      }),
    },
    {
      name: 'are not made by an update',
      run: on(async (store) => {
        const session = sampleSession(await storeAccount(store))
        await store.transaction((tx) => tx.sessions.update(session))
        expect(await find(store, session)).toBeUndefined()
      }),
    },
    {
      name: 'of one account end together, those that ended before at their own time',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const [one, two] = [sampleSession(ada), sampleSession(ada, { client: 'ui' })]
        const ended = sampleSession(ada, { endedAt: after(future, -5) })
        const ofBob = sampleSession(bob)
        await insertAll(store, [one, two, ended, ofBob])
        const at = after(future, 7)
        await store.transaction((tx) => tx.sessions.endAll(ada.id, at))
        expect(await find(store, one)).toEqual({ ...one, endedAt: at })
        expect(await find(store, two)).toEqual({ ...two, endedAt: at })
        expect(await find(store, ended)).toEqual(ended)
        expect(await find(store, ofBob)).toEqual(ofBob)
      }),
    },
    {
      name: 'go when they expired before a moment, ended or not, and are counted',
      run: on(async (store) => {
        const account = await storeAccount(store)
        const at = (seconds: number) => ({ expiresAt: after(longAgo, seconds) })
        const going = [
          sampleSession(account, at(-1)),
          sampleSession(account, { ...at(-0.001), endedAt: longAgo }),
        ]
        const staying = [
          sampleSession(account, at(0)),
          sampleSession(account, { ...at(1), endedAt: after(longAgo, -60) }),
        ]
        const gone = await store.transaction(async (tx) => {
          await tx.sessions.removeExpired(longAgo)
          for (const session of [...going, ...staying]) await tx.sessions.insert(session)
          return tx.sessions.removeExpired(longAgo)
        })
        expect(gone).toBe(2)
        for (const session of going) expect(await find(store, session)).toBeUndefined()
        for (const session of staying) expect(await find(store, session)).toEqual(session)
      }),
    },
  ])
}

function find(store: Store, { id }: Session) {
  return store.transaction((tx) => tx.sessions.find(id))
}

async function insertAll(store: Store, sessions: readonly Session[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const session of sessions) await tx.sessions.insert(session)
  })
}
