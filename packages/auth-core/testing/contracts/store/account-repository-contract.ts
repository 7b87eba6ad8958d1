import { expect } from 'expect'
import type { Account, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleAccount, sampleTenant, storeAccount } from './samples.ts'

/** The promises of the accounts in every store. */
export function accountRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('accounts', [
    {
      name: 'come back field for field',
      run: on(async (store) => {
        const { tenantId } = await storeAccount(store)
        const accounts = [
          sampleAccount({ tenantId }),
          sampleAccount({
            tenantId,
            emailVerified: false,
            role: 'user',
            machineRole: 'root',
            groups: [],
            credentialId: '',
            credentialVersion: 0,
            status: 'reserved',
          }),
          sampleAccount({ tenantId, role: 'super_admin', status: 'disabled' }),
        ]
        for (const account of accounts) {
          expect(await store.transaction((tx) => tx.accounts.insert(account))).toBe(true)
          const found = await store.transaction(async (tx) => [
            await tx.accounts.find(account.id),
            await tx.accounts.findByUsername(account.username),
            ...(await tx.accounts.findByEmail(account.emailCanonical)),
          ])
          expect(found).toEqual([account, account, account])
        }
      }),
    },
    {
      name: 'are undefined, or an empty list, when nobody made them',
      run: on(async (store) => {
        const found = await store.transaction(async (tx) => [
          await tx.accounts.find(unique('account')),
          await tx.accounts.findByUsername(unique('ada')),
          await tx.accounts.findByEmail(`${unique('ada')}@example.com`),
        ])
        expect(found).toEqual([undefined, undefined, []])
      }),
    },
    {
      name: 'tell how they and their tenants stand, many at once, as far as they exist',
      run: on(async (store) => {
        const [tenant, closed] = [sampleTenant(), sampleTenant({ status: 'disabled' })]
        const [one, two, other] = [
          sampleAccount({ tenantId: tenant.id, status: 'disabled' }),
          sampleAccount({ tenantId: closed.id }),
          sampleAccount({ tenantId: tenant.id }),
        ]
        const found = await store.transaction(async (tx) => {
          for (const each of [tenant, closed]) await tx.tenants.insert(each)
          for (const each of [one, two, other]) await tx.accounts.insert(each)
          return tx.accounts.findStatuses([two.id, unique('account'), one.id])
        })
        const standings = found.map(({ accountId, account, tenant: theirs }) => {
          return [accountId, account.status, theirs.status]
        })
        expect(standings).toHaveLength(2)
        expect(standings).toContainEqual([one.id, 'disabled', tenant.status])
        expect(standings).toContainEqual([two.id, two.status, 'disabled'])
        expect(await store.transaction((tx) => tx.accounts.findStatuses([]))).toEqual([])
      }),
    },
    {
      name: 'are named by their ids, as far as they exist',
      run: on(async (store) => {
        const [ada, bob] = [await storeAccount(store), await storeAccount(store)]
        await store.transaction((tx) => tx.accounts.update({ ...bob, status: 'disabled' }))
        const find = (...ids: readonly string[]) =>
          store.transaction((tx) => tx.accounts.findUsernames(ids))
        const found = await find(ada.id, unique('account'), bob.id, ada.id)
        expect(found).toHaveLength(2)
        for (const { id, username } of [ada, bob]) expect(found).toContainEqual({ id, username })
        expect(await find()).toEqual([])
      }),
    },
    {
      name: 'keep their username over all tenants: a second one is refused, the transaction lives on',
      run: on(async (store) => {
        const first = await storeAccount(store)
        const tenant = sampleTenant()
        const second = sampleAccount({ tenantId: tenant.id, username: first.username })
        const other = sampleAccount({ tenantId: tenant.id })
        const again = await store.transaction(async (tx) => {
          await tx.tenants.insert(tenant)
          const inserted = await tx.accounts.insert(second)
          await tx.accounts.insert(other)
          return inserted
        })
        expect(again).toBe(false)
        const found = await store.transaction(async (tx) => [
          await tx.accounts.findByUsername(first.username),
          await tx.accounts.find(second.id),
          await tx.accounts.find(other.id),
        ])
        expect(found).toEqual([first, undefined, other])
      }),
    },
    {
      name: 'of one address are all found, in any status, oldest first',
      run: on(async (store) => {
        const emailCanonical = `${unique('ada')}@example.com`
        const at = (seconds: number) => ({ emailCanonical, createdAt: after(future, seconds) })
        const second = await storeAccount(store, { ...at(2), status: 'disabled' })
        const first = await storeAccount(store, { ...at(1), status: 'reserved' })
        const third = await storeAccount(store, { ...at(3), emailVerified: false })
        await storeAccount(store)
        const found = await store.transaction((tx) => tx.accounts.findByEmail(emailCanonical))
        expect(found).toEqual([first, second, third])
      }),
    },
    {
      name: 'are found by the canonical address alone',
      run: on(async (store) => {
        const { email } = await storeAccount(store)
        expect(await store.transaction((tx) => tx.accounts.findByEmail(email))).toEqual([])
      }),
    },
    {
      name: 'T-91: that are active and not confirmed are found by their age, page by page',
      run: on(async (store) => {
        const moment = new Date('2101-01-01T00:00:00.500Z')
        const made = (seconds: number, changes: Partial<Account> = {}) =>
          storeAccount(store, {
            emailVerified: false,
            createdAt: after(moment, seconds),
            ...changes,
          })
        const mine = [await made(-0.001), await made(-3600), await made(-86_400)]
        const others = [
          await made(0),
          await made(-60, { emailVerified: true }),
          await made(-60, { status: 'disabled' }),
          await made(-60, { status: 'reserved' }),
        ]
        const found: Account[] = []
        // A store that never ends its pages fails the test instead of keeping it for ever.
        for (let pages = 0; pages < 10_000; pages += 1) {
          const last = found.at(-1)?.id
          const page = { limit: 2, ...(last !== undefined && { after: last }) }
          const more = await store.transaction((tx) =>
            tx.accounts.findUnconfirmedBefore(moment, page),
          )
          expect(more.length).toBeLessThanOrEqual(2)
          if (more.length === 0) break
          found.push(...more)
        }
        const ids = [...mine, ...others].map(({ id }) => id)
        const inOrder = mine.toSorted((one, other) => (one.id < other.id ? -1 : 1))
        expect(found.filter(({ id }) => ids.includes(id))).toEqual(inOrder)
      }),
    },
    {
      name: 'of a tenant are listed page by page, and those of others are not',
      run: on(async (store) => {
        const first = await storeAccount(store)
        const { tenantId } = first
        const others = [1, 2].map(() => sampleAccount({ tenantId }))
        await store.transaction(async (tx) => {
          for (const account of others) await tx.accounts.insert(account)
        })
        await storeAccount(store)
        const inOrder = [first, ...others].sort((one, other) => (one.id < other.id ? -1 : 1))
        const page = (after?: string) =>
          store.transaction((tx) =>
            tx.accounts.listOfTenant(tenantId, { limit: 2, ...(after && { after }) }),
          )
        expect(await page()).toEqual(inOrder.slice(0, 2))
        expect(await page(inOrder[1]?.id)).toEqual(inOrder.slice(2))
        expect(await page(inOrder[2]?.id)).toEqual([])
      }),
    },
    {
      name: 'are found by what the credential store calls them, in their tenant alone',
      run: on(async (store) => {
        const [first, elsewhere] = [await storeAccount(store), await storeAccount(store)]
        const { tenantId } = first
        const second = sampleAccount({ tenantId })
        await store.transaction((tx) => tx.accounts.insert(second))
        const find = (...ids: readonly string[]) =>
          store.transaction((tx) => tx.accounts.findByCredentials(tenantId, ids))
        const ids = [elsewhere.credentialId, second.credentialId, unique('credential')]
        expect(await find(...ids)).toEqual([second])
        expect(await find(first.credentialId, second.credentialId)).toHaveLength(2)
        expect(await find()).toEqual([])
      }),
    },
    {
      name: 'T-84: are found by their API key, exactly, and no longer by one they had',
      run: on(async (store) => {
        const [account] = [await storeAccount(store), await storeAccount(store)]
        const findAll = (keys: readonly string[]) =>
          store.transaction(async (tx) => {
            const found: unknown[] = []
            for (const key of keys) found.push((await tx.apiKeys.findByText(key, future))?.account)
            return found
          })
        const { apiKey } = account
        const others = [apiKey.toUpperCase(), `${apiKey} `, apiKey.slice(1), '', '%']
        expect(await findAll([apiKey, ...others])).toEqual([
          account,
          ...others.map(() => undefined),
        ])

        const changed = { ...account, apiKey: unique('key') }
        await store.transaction((tx) => tx.accounts.update(changed))
        expect(await findAll([apiKey, changed.apiKey])).toEqual([undefined, changed])
      }),
    },
    {
      name: 'are replaced by an update',
      run: on(async (store) => {
        const [account, bystander] = [await storeAccount(store), await storeAccount(store)]
        const { id, tenantId, username } = account
        const changed = sampleAccount({
          id,
          tenantId,
          username,
          groups: ['new'],
          credentialVersion: 4,
          status: 'disabled',
        })
        await store.transaction((tx) => tx.accounts.update(changed))
        const found = await store.transaction(async (tx) => [
          await tx.accounts.find(id),
          await tx.accounts.findByEmail(account.emailCanonical),
          await tx.accounts.find(bystander.id),
        ])
        expect(found).toEqual([changed, [], bystander])
      }),
    },
    {
      name: 'are not made by an update',
      run: on(async (store) => {
        const { tenantId } = await storeAccount(store)
        const account = sampleAccount({ tenantId })
        await store.transaction((tx) => tx.accounts.update(account))
        expect(await store.transaction((tx) => tx.accounts.find(account.id))).toBeUndefined()
      }),
    },
  ])
}
