import { expect } from 'expect'
import type { Account, ApiKey, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleApiKey, storeAccount } from './samples.ts'

// Earlier than all records of other tests, so that cleaning up does not remove theirs.
const longAgo = new Date('2001-01-01T00:00:00.123Z')

/** The promises of the further API keys in every store. */
export function apiKeyRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('API keys', [
    {
      name: 'come back field for field, by their id and their text',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const dates = { expiresAt: after(future, 60.001), lastUsedAt: after(future, 1.002) }
        const [one, two] = [sampleApiKey(id), sampleApiKey(id, dates)]
        const [first, second] = [await insert(store, one), await insert(store, two)]
        expect([await find(store, one), await find(store, two)]).toEqual([one, two])
        expect((await findByText(store, first))?.key).toEqual(one)
        expect((await findByText(store, second))?.key).toEqual(two)
      }),
    },
    {
      name: 'are undefined for an id or a text of none',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const text = await insert(store, sampleApiKey(id))
        expect(await find(store, { id: unique('api-key') })).toBeUndefined()
        for (const other of ['', unique('text'), text.toUpperCase(), `${text} `]) {
          expect((await findByText(store, other))?.key).toBeUndefined()
        }
      }),
    },
    {
      name: 'are not found by their text once they have expired',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const key = sampleApiKey(id, { expiresAt: after(future, 60) })
        const text = await insert(store, key)
        expect((await findByText(store, text, after(future, 59.999)))?.key).toEqual(key)
        expect((await findByText(store, text, after(future, 60)))?.key).toBeUndefined()
        expect(await find(store, key)).toEqual(key)
      }),
    },
    {
      name: 'are found with their account and tenant by their text, the first one of an account too',
      run: on(async (store) => {
        const used = { apiKeyLastUsedAt: after(future, 1.002) }
        const [ada, bob] = [await storeAccount(store, used), await storeAccount(store)]
        const key = sampleApiKey(bob.id, { expiresAt: after(future, 60) })
        const text = await insert(store, key)
        await insert(store, sampleApiKey(ada.id))
        const tenants = [await partOfTenant(store, ada), await partOfTenant(store, bob)]
        const first = { key: null, account: ada, tenant: tenants[0] }
        expect(await findByText(store, ada.apiKey)).toEqual(first)
        const further = { key, account: bob, tenant: tenants[1] }
        expect(await findByText(store, text, after(future, 59.999))).toEqual(further)
        expect(await findByText(store, text, after(future, 60))).toBeUndefined()
        for (const other of [unique('text'), text.toUpperCase(), `${ada.apiKey} `]) {
          expect(await findByText(store, other)).toBeUndefined()
        }
      }),
    },
    {
      name: 'are found in whatever status their account and tenant are, and not by an empty text',
      run: on(async (store) => {
        const account = await storeAccount(store, { status: 'disabled' })
        const { apiKey } = account
        await store.transaction(async (tx) => {
          const tenant = await tx.tenants.find(account.tenantId)
          if (tenant) await tx.tenants.update({ ...tenant, status: 'disabled', closesAt: future })
        })
        const found = await findByText(store, apiKey)
        expect(found).toMatchObject({ account: { status: 'disabled' } })
        expect(found?.tenant).toMatchObject({ status: 'disabled', closesAt: future })
        await store.transaction((tx) => tx.accounts.update({ ...account, apiKey: '' }))
        expect(await findByText(store, '')).toBeUndefined()
        expect(await findByText(store, apiKey)).toBeUndefined()
      }),
    },
    {
      name: 'are listed by their account, oldest first',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const [younger, older] = [
          sampleApiKey(id, { createdAt: after(future, 1), expiresAt: longAgo }),
          sampleApiKey(id),
        ]
        await insert(store, younger)
        await insert(store, older)
        await insert(store, sampleApiKey((await storeAccount(store)).id))
        expect(await list(store, id)).toEqual([older, younger])
      }),
    },
    {
      name: 'are replaced by an update, and keep their text',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const [key, bystander] = [sampleApiKey(id), sampleApiKey(id)]
        const text = await insert(store, key)
        await insert(store, bystander)
        const changed = { ...key, name: 'CI', lastUsedAt: future, expiresAt: after(future, 5) }
        await store.transaction((tx) => tx.apiKeys.update(changed))
        expect((await findByText(store, text))?.key).toEqual(changed)
        expect(await find(store, bystander)).toEqual(bystander)
      }),
    },
    {
      name: 'are not made by an update',
      run: on(async (store) => {
        const key = sampleApiKey((await storeAccount(store)).id)
        await store.transaction((tx) => tx.apiKeys.update(key))
        expect(await find(store, key)).toBeUndefined()
      }),
    },
    {
      name: 'are removed one by one, and all of an account',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        const [key, ofBob] = [sampleApiKey(ada.id), sampleApiKey(bob.id)]
        const text = await insert(store, key)
        for (const other of [sampleApiKey(ada.id), sampleApiKey(ada.id), ofBob]) {
          await insert(store, other)
        }
        await store.transaction(async (tx) => {
          await tx.apiKeys.remove(key.id)
          await tx.apiKeys.remove(unique('api-key'))
        })
        expect((await findByText(store, text))?.key).toBeUndefined()
        expect(await list(store, ada.id)).toHaveLength(2)
        await store.transaction((tx) => tx.apiKeys.removeAll(ada.id))
        expect(await list(store, ada.id)).toEqual([])
        expect(await list(store, bob.id)).toEqual([ofBob])
      }),
    },
    {
      name: 'go when they have expired, and are counted',
      run: on(async (store) => {
        const { id } = await storeAccount(store)
        const going = sampleApiKey(id, { expiresAt: longAgo })
        const staying = [sampleApiKey(id, { expiresAt: after(longAgo, 0.001) }), sampleApiKey(id)]
        await store.transaction((tx) => tx.apiKeys.removeExpired(longAgo))
        for (const key of [going, ...staying]) await insert(store, key)
        const gone = await store.transaction((tx) => tx.apiKeys.removeExpired(longAgo))
        expect(gone).toBe(1)
        expect(await find(store, going)).toBeUndefined()
        for (const key of staying) expect(await find(store, key)).toEqual(key)
      }),
    },
    {
      name: 'go with their organization',
      run: on(async (store) => {
        const account = await storeAccount(store)
        const key = sampleApiKey(account.id)
        const text = await insert(store, key)
        await store.transaction((tx) => tx.tenants.remove(account.tenantId))
        expect(await find(store, key)).toBeUndefined()
        expect((await findByText(store, text))?.key).toBeUndefined()
      }),
    },
  ])
}

async function insert(store: Store, key: ApiKey): Promise<string> {
  const text = unique('text')
  await store.transaction((tx) => tx.apiKeys.insert(key, text))
  return text
}

function find(store: Store, { id }: Pick<ApiKey, 'id'>) {
  return store.transaction((tx) => tx.apiKeys.find(id))
}

function findByText(store: Store, text: string, now = future) {
  return store.transaction((tx) => tx.apiKeys.findByText(text, now))
}

async function partOfTenant(store: Store, { tenantId }: Pick<Account, 'tenantId'>) {
  const tenant = await store.transaction((tx) => tx.tenants.find(tenantId))
  return { id: tenantId, name: tenant?.name, status: tenant?.status, closesAt: tenant?.closesAt }
}

function list(store: Store, accountId: string) {
  return store.transaction((tx) => tx.apiKeys.listOfAccount(accountId))
}
