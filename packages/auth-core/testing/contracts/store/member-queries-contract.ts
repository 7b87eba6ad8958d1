import { expect } from 'expect'
import type { Account, AccountSearch, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import {
  sampleAccount,
  sampleChallenge,
  sampleEntry,
  sampleIdentity,
  sampleSession,
  sampleToken,
  storeAccount,
} from './samples.ts'

/** The promises about the members of tenants in every store. */
export function memberQueriesContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('the members of a tenant', [
    {
      name: 'are searched for by username, address and name, in whatever case, in their tenant alone',
      run: on(async (store) => {
        const name = unique('smith')
        const ada = await storeAccount(store, { firstName: `Zoë ${name}`, lastName: 'ÅSTRÖM' })
        const { tenantId } = ada
        const eve = await addTo(store, tenantId, { email: `EVE.${name}@Example.com` })
        const bob = await addTo(store, tenantId, { username: `bob-${name}` })
        const percent = await addTo(store, tenantId, { lastName: '100% \\ _' })
        await storeAccount(store, { firstName: name })
        const find = (text: string) => search(store, tenantId, { text, limit: 10 })
        expect(await find(name.toUpperCase())).toEqual(inOrder([ada, eve, bob]))
        expect(await find('zOË')).toEqual([ada])
        expect(await find(`${name} åström`)).toEqual([ada])
        expect(await find(`eve.${name}@`)).toEqual([eve])
        expect(await find(bob.username)).toEqual([bob])
        expect(await find('0% \\ _')).toEqual([percent])
        expect(await find('%')).toEqual([percent])
        expect(await find(unique('nobody'))).toEqual([])
        expect(await find('')).toHaveLength(4)
      }),
    },
    {
      name: 'are searched for by state and role; who comes or goes is none',
      run: on(async (store) => {
        const ada = await storeAccount(store)
        const { tenantId } = ada
        const unconfirmed = await addTo(store, tenantId, { emailVerified: false, role: 'user' })
        const disabled = await addTo(store, tenantId, { status: 'disabled', role: 'user' })
        await addTo(store, tenantId, { status: 'reserved' })
        await addTo(store, tenantId, { status: 'removing' })
        const find = (wanted: Omit<AccountSearch, 'limit'>) =>
          search(store, tenantId, { ...wanted, limit: 10 })
        expect(await find({})).toEqual(inOrder([ada, unconfirmed, disabled]))
        expect(await find({ state: 'active' })).toEqual([ada])
        expect(await find({ state: 'unconfirmed' })).toEqual([unconfirmed])
        expect(await find({ state: 'disabled' })).toEqual([disabled])
        expect(await find({ role: 'user' })).toEqual(inOrder([unconfirmed, disabled]))
        expect(await find({ role: 'user', state: 'active' })).toEqual([])
        expect(await find({ role: 'super_admin' })).toEqual([])
      }),
    },
    {
      name: 'are found page by page, however few of them are searched for',
      run: on(async (store) => {
        const first = await storeAccount(store, { lastName: 'wanted' })
        const { tenantId } = first
        const others = Array.from({ length: 600 }, (_, index) =>
          sampleAccount({ tenantId, lastName: index % 200 === 0 ? 'wanted' : 'other' }),
        )
        await store.transaction(async (tx) => {
          for (const account of others) await tx.accounts.insert(account)
        })
        const expected = inOrder([first, ...others.filter(({ lastName }) => lastName === 'wanted')])
        const found: Account[] = []
        // A store that never ends its pages fails the test instead of keeping it for ever.
        for (let pages = 0; pages < 10_000; pages += 1) {
          const after = found.at(-1)?.id ?? ''
          const page = await search(store, tenantId, { text: 'wanted', after, limit: 3 })
          found.push(...page)
          if (page.length < 3) break
        }
        expect(found).toEqual(expected)
      }),
    },
    {
      name: 'that administer are counted: active, and company_admin',
      run: on(async (store) => {
        const { tenantId } = await storeAccount(store)
        const count = () => store.transaction((tx) => tx.accounts.countAdministrators(tenantId))
        expect(await count()).toBe(1)
        await addTo(store, tenantId, { emailVerified: false })
        await addTo(store, tenantId, { status: 'disabled' })
        await addTo(store, tenantId, { status: 'removing' })
        await addTo(store, tenantId, { status: 'reserved' })
        await addTo(store, tenantId, { role: 'super_admin' })
        await addTo(store, tenantId, { role: 'user' })
        await storeAccount(store)
        expect(await count()).toBe(2)
        const none = unique('tenant')
        expect(await store.transaction((tx) => tx.accounts.countAdministrators(none))).toBe(0)
      }),
    },
    {
      name: 'that are on their way out are found, page by page, in every tenant',
      run: on(async (store) => {
        const removing = { status: 'removing' } as const
        const mine = [await storeAccount(store, removing), await storeAccount(store, removing)]
        await storeAccount(store)
        await storeAccount(store, { status: 'disabled' })
        const found: Account[] = []
        // A store that never ends its pages fails the test instead of keeping it for ever.
        for (let pages = 0; pages < 10_000; pages += 1) {
          const after = found.at(-1)?.id ?? ''
          const page = await store.transaction((tx) =>
            tx.accounts.findRemoving({ after, limit: 1 }),
          )
          if (page.length === 0) break
          found.push(...page)
        }
        const ids = mine.map(({ id }) => id)
        expect(found.filter(({ id }) => ids.includes(id))).toEqual(inOrder(mine))
        expect(found.every(({ status }) => status === 'removing')).toBe(true)
      }),
    },
    {
      name: 'are removed with all that belongs to them, and their names are free again',
      run: on(async (store) => {
        const [account, bystander] = [await storeAccount(store), await storeAccount(store)]
        for (const each of [account, bystander]) await giveEverything(store, each)
        await store.transaction((tx) => tx.accounts.remove(account.id))
        await store.transaction((tx) => tx.accounts.remove(account.id))
        expect(await belongings(store, account)).toEqual([0, 0, 0, 0])
        expect(await belongings(store, bystander)).toEqual([1, 1, 1, 1])
        const { username, tenantId } = account
        const again = sampleAccount({ username, tenantId })
        const found = await store.transaction(async (tx) => [
          await tx.accounts.find(account.id),
          await tx.accounts.insert(again),
          (await tx.tenants.find(tenantId))?.id,
        ])
        expect(found).toEqual([undefined, true, tenantId])
      }),
    },
  ])
}

function search(store: Store, tenantId: string, wanted: AccountSearch) {
  return store.transaction((tx) => tx.accounts.search(tenantId, wanted))
}

async function addTo(store: Store, tenantId: string, changes: Partial<Account>): Promise<Account> {
  const account = sampleAccount({ firstName: 'Grace', lastName: 'Hopper', ...changes, tenantId })
  await store.transaction((tx) => tx.accounts.insert(account))
  return account
}

async function giveEverything(store: Store, account: Account): Promise<void> {
  const { id } = account
  await store.transaction(async (tx) => {
    await tx.sessions.insert(sampleSession(account))
    await tx.oneTimeTokens.insert(sampleToken(id))
    await tx.otpChallenges.put(sampleChallenge(id))
    await tx.externalIdentities.insert(sampleIdentity(id, { issuer: 'https://id.example' }))
    await tx.outbox.add(sampleEntry(id))
  })
}

function belongings(store: Store, { id }: Account): Promise<readonly number[]> {
  return store.transaction(async (tx) => [
    (await tx.sessions.listOfAccount(id)).length,
    (await tx.oneTimeTokens.findNewest('reset_password', id)) ? 1 : 0,
    (await tx.otpChallenges.findByAccount(id)) ? 1 : 0,
    (await tx.externalIdentities.listOfAccount(id)).length,
  ])
}

function inOrder(accounts: readonly Account[]): readonly Account[] {
  return accounts.toSorted((one, other) => (one.id < other.id ? -1 : 1))
}
