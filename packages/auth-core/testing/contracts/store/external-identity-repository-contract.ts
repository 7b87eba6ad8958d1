import { expect } from 'expect'
import type { ExternalIdentity, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleIdentity, storeAccount } from './samples.ts'

/** The promises of the external identities in every store. */
export function externalIdentityRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('external identities', [
    {
      name: 'come back field for field',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const identity = sampleIdentity(id)
        expect(await insert(store, identity)).toBe(true)
        expect(await list(store, id)).toEqual([identity])
      }),
    },
    {
      name: 'are none when nobody made them, or for another account',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        await insert(store, sampleIdentity(ada.id))
        expect(await list(store, bob.id)).toEqual([])
        expect(await list(store, unique('account'))).toEqual([])
      }),
    },
    {
      name: 'stay the first of their issuer',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const first = sampleIdentity(id)
        const second = { ...first, subject: unique('subject'), createdAt: after(future, 1) }
        expect(await insert(store, first)).toBe(true)
        expect(await insert(store, second)).toBe(false)
        expect(await insert(store, first)).toBe(false)
        expect(await list(store, id)).toEqual([first])
      }),
    },
    {
      name: 'can be one at each of several issuers, and one in several accounts',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const one = sampleIdentity(ada.id)
        const elsewhere = { ...one, issuer: `${one.issuer}/b` }
        const ofBob = { ...one, accountId: bob.id }
        for (const identity of [elsewhere, one, ofBob]) {
          expect(await insert(store, identity)).toBe(true)
        }
        expect(await list(store, ada.id)).toEqual([one, elsewhere])
        expect(await list(store, bob.id)).toEqual([ofBob])
      }),
    },
    {
      name: 'of two that come at once are one',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const made = await Promise.all(
          Array.from({ length: 10 }, () => insert(store, sampleIdentity(id))),
        )
        expect(made.filter(Boolean)).toHaveLength(1)
      }),
    },
    {
      name: 'go with their tenant',
      run: on(async (store) => {
        const account = await storeAccount(store)
        const identity = sampleIdentity(account.id)
        await insert(store, identity)
        await store.transaction((tx) => tx.tenants.remove(account.tenantId))
        expect(await list(store, account.id)).toEqual([])
      }),
    },
  ])
}

function insert(store: Store, identity: ExternalIdentity): Promise<boolean> {
  return store.transaction((tx) => tx.externalIdentities.insert(identity))
}

function list(store: Store, accountId: string) {
  return store.transaction((tx) => tx.externalIdentities.listOfAccount(accountId))
}
