import { expect } from 'expect'
import type { OneTimeToken, Store, TokenLease } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleToken, storeAccount } from './samples.ts'

// Earlier than all records of other tests, so that cleaning up does not remove theirs.
const longAgo = new Date('2001-01-01T00:00:00Z')

/** The promises of the one-time tokens in every store. */
export function oneTimeTokenRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('one-time tokens', [
    {
      name: 'come back field for field',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const tokens = [
          sampleToken(id),
          sampleToken(id, {
            purpose: 'verify_email',
            lease: { by: unique('replica'), until: after(future, 30.001) },
          }),
        ]
        await insertAll(store, tokens)
        for (const token of tokens) expect(await find(store, token)).toEqual(token)
      }),
    },
    {
      name: 'are undefined when nobody made them',
      run: on(async (store) => {
        const digest = unique('digest')
        const found = await store.transaction(async (tx) => [
          await tx.oneTimeTokens.find('reset_password', digest),
          await tx.oneTimeTokens.findNewest('reset_password', unique('account')),
        ])
        expect(found).toEqual([undefined, undefined])
      }),
    },
    {
      name: 'T-04: of one purpose are not found for another',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const token = sampleToken(id, { purpose: 'verify_email' })
        await insertAll(store, [token])
        const found = await store.transaction(async (tx) => [
          await tx.oneTimeTokens.find('reset_password', token.digest),
          await tx.oneTimeTokens.findNewest('reset_password', id),
        ])
        expect(found).toEqual([undefined, undefined])
      }),
    },
    {
      name: 'have a newest one, expired or not',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const at = (seconds: number) => ({ createdAt: after(future, seconds) })
        const newest = sampleToken(ada.id, { ...at(2), expiresAt: after(future, 3) })
        await insertAll(store, [
          newest,
          sampleToken(ada.id, at(1)),
          sampleToken(ada.id, { ...at(3), purpose: 'verify_email' }),
          sampleToken(bob.id, at(4)),
        ])
        const found = await store.transaction((tx) =>
          tx.oneTimeTokens.findNewest('reset_password', ada.id),
        )
        expect(found).toEqual(newest)
      }),
    },
    {
      name: 'are replaced by an update',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const [token, bystander] = [sampleToken(id), sampleToken(id)]
        const leased = { ...token, lease: lease(after(future, 60)) }
        await insertAll(store, [token, bystander])
        await store.transaction((tx) => tx.oneTimeTokens.update(leased))
        expect(await find(store, token)).toEqual(leased)
        expect(await find(store, bystander)).toEqual(bystander)
        await store.transaction((tx) => tx.oneTimeTokens.update(token))
        expect(await find(store, token)).toEqual(token)
      }),
    },
    {
      name: 'are not made by an update',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const token = sampleToken(id)
        await store.transaction((tx) => tx.oneTimeTokens.update(token))
        expect(await find(store, token)).toBeUndefined()
      }),
    },
    {
      name: 'of one purpose and account can be removed together',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const going = [
          sampleToken(ada.id),
          sampleToken(ada.id, { lease: lease(after(future, 60)) }),
        ]
        const staying = [sampleToken(bob.id), sampleToken(ada.id, { purpose: 'verify_email' })]
        await insertAll(store, [...going, ...staying])
        await store.transaction((tx) => tx.oneTimeTokens.removeAll('reset_password', ada.id))
        for (const token of going) expect(await find(store, token)).toBeUndefined()
        for (const token of staying) expect(await find(store, token)).toEqual(token)
      }),
    },
    {
      name: 'are found while they are under a lease, also one that has run out',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const leased = sampleToken(id, { lease: lease(after(future, 1)) })
        const abandoned = sampleToken(id, {
          lease: lease(after(future, -2)),
          expiresAt: after(future, -3),
        })
        const others = [
          sampleToken(id),
          sampleToken(id, { lease: lease(after(future, 1)), purpose: 'verify_email' }),
        ]
        await insertAll(store, [leased, abandoned, ...others])
        const found = await store.transaction((tx) => tx.oneTimeTokens.findLeased('reset_password'))
        const mine = found.filter(({ accountId }) => accountId === id)
        expect(mine).toHaveLength(2)
        expect(mine).toEqual(expect.arrayContaining([leased, abandoned]))
      }),
    },
    {
      name: 'go when they have expired, and are counted, but never with a lease to settle',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const [live, expired] = [after(longAgo, 1), after(longAgo, -1)]
        const going = [
          sampleToken(id, { expiresAt: expired }),
          sampleToken(id, { expiresAt: expired, purpose: 'verify_email' }),
        ]
        const staying = [
          sampleToken(id, { expiresAt: live }),
          sampleToken(id, { expiresAt: expired, lease: lease(live) }),
          sampleToken(id, { expiresAt: expired, lease: lease(expired) }),
        ]
        const gone = await store.transaction(async (tx) => {
          await tx.oneTimeTokens.removeExpired(longAgo)
          for (const token of [...going, ...staying]) await tx.oneTimeTokens.insert(token)
          return tx.oneTimeTokens.removeExpired(longAgo)
        })
        expect(gone).toBe(2)
        for (const token of going) expect(await find(store, token)).toBeUndefined()
        for (const token of staying) expect(await find(store, token)).toEqual(token)
      }),
    },
  ])
}

function lease(until: Date): TokenLease {
  return { by: 'replica-1', until }
}

function find(store: Store, { purpose, digest }: OneTimeToken) {
  return store.transaction((tx) => tx.oneTimeTokens.find(purpose, digest))
}

async function insertAll(store: Store, tokens: readonly OneTimeToken[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const token of tokens) await tx.oneTimeTokens.insert(token)
  })
}
