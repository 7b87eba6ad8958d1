import { expect } from 'expect'
import type { Invitation, Store, Transaction } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleInvitation, storeAccount } from './samples.ts'

// Earlier than all records of other tests, so that cleaning up does not remove theirs.
const longAgo = new Date('2001-01-01T00:00:00Z')

/** The promises of the invitations in every store. */
export function invitationRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('invitations', [
    {
      name: 'come back field for field, by id and by digest',
      run: on(async (store) => {
        const lease = { by: unique('replica'), until: after(future, 60) }
        const [plain] = await storeInvitations(store, [{}])
        const [leased] = await storeInvitations(store, [{ lease }])
        for (const one of [plain, leased]) {
          expect(await ask(store, (all) => all.find(one.id))).toEqual(one)
          expect(await ask(store, (all) => all.findByDigest(one.digest))).toEqual(one)
        }
        expect(await ask(store, (all) => all.find(unique('none')))).toBeUndefined()
        expect(await ask(store, (all) => all.findByDigest(unique('none')))).toBeUndefined()
      }),
    },
    {
      name: 'are at most one for an address in a tenant, and any number in others',
      run: on(async (store) => {
        const [first] = await storeInvitations(store, [{}])
        const { tenantId, email, emailCanonical } = first
        const second = sampleInvitation(tenantId, { email, emailCanonical })
        expect(await ask(store, (all) => all.insert(second))).toBe(false)
        expect(await ask(store, (all) => all.find(second.id))).toBeUndefined()
        const [elsewhere] = await storeInvitations(store, [
          { email, emailCanonical, createdAt: after(future, -1) },
        ])
        const found = await ask(store, (all) => all.findByEmail(emailCanonical))
        expect(found).toEqual([elsewhere, first])
        expect(await ask(store, (all) => all.findByEmail(email))).toEqual([])
      }),
    },
    {
      name: 'of one address in a tenant are one, of several that are added at the same time',
      run: on(async (store) => {
        const { tenantId } = await storeAccount(store)
        const one = sampleInvitation(tenantId)
        const added = await Promise.all(
          [1, 2, 3].map(() =>
            ask(store, (all) =>
              all.insert({ ...one, id: unique('invitation'), digest: unique('digest') }),
            ),
          ),
        )
        expect(added.filter(Boolean)).toHaveLength(1)
      }),
    },
    {
      name: 'are listed by tenant, page by page, in the order of their ids',
      run: on(async (store) => {
        const all = await storeInvitations(store, [{}, {}, {}])
        await storeInvitations(store, [{}])
        const [{ tenantId }] = all
        const sorted = all.toSorted((one, other) => (one.id < other.id ? -1 : 1))
        const list = (page: { readonly after?: string; readonly limit: number }) =>
          ask(store, (invitations) => invitations.listOfTenant(tenantId, page))
        expect(await list({ limit: 10 })).toEqual(sorted)
        expect(await list({ limit: 2 })).toEqual(sorted.slice(0, 2))
        expect(await list({ after: sorted[1]?.id ?? '', limit: 2 })).toEqual(sorted.slice(2))
      }),
    },
    {
      name: 'can be changed and removed; another is left alone',
      run: on(async (store) => {
        const [one, other] = await storeInvitations(store, [{}, {}])
        const changed: Invitation = {
          ...one,
          digest: unique('digest'),
          invitedBy: unique('account'),
          expiresAt: after(future, 90_000),
          lease: { by: '', until: after(future, 60) },
        }
        await ask(store, (all) => all.update(changed))
        expect(await ask(store, (all) => all.find(one.id))).toEqual(changed)
        await ask(store, (all) => all.remove(one.id))
        await ask(store, (all) => all.remove(unique('none')))
        await ask(store, (all) => all.update(changed))
        expect(await ask(store, (all) => all.find(one.id))).toBeUndefined()
        expect(await ask(store, (all) => all.find(other?.id ?? ''))).toEqual(other)
      }),
    },
    {
      name: 'that have expired are removed, but not while they are leased',
      run: on(async (store) => {
        const lease = { by: unique('replica'), until: longAgo }
        const [over, leased, open] = await storeInvitations(store, [
          { expiresAt: longAgo },
          { expiresAt: longAgo, lease },
          { expiresAt: after(longAgo, 0.001) },
        ])
        expect(await ask(store, (all) => all.removeExpired(longAgo))).toBe(1)
        expect(await ask(store, (all) => all.find(over.id))).toBeUndefined()
        expect(await ask(store, (all) => all.find(leased?.id ?? ''))).toEqual(leased)
        expect(await ask(store, (all) => all.find(open?.id ?? ''))).toEqual(open)
      }),
    },
    {
      name: 'go with their tenant',
      run: on(async (store) => {
        const [one] = await storeInvitations(store, [{}])
        await store.transaction((tx) => tx.tenants.remove(one.tenantId))
        expect(await ask(store, (all) => all.find(one.id))).toBeUndefined()
      }),
    },
  ])
}

function ask<Result>(
  store: Store,
  work: (invitations: Transaction['invitations']) => Promise<Result>,
): Promise<Result> {
  return store.transaction((tx) => work(tx.invitations))
}

/** Stores invitations of a tenant of their own. */
async function storeInvitations(
  store: Store,
  changes: readonly [Partial<Invitation>, ...Partial<Invitation>[]],
): Promise<readonly [Invitation, ...Invitation[]]> {
  const { tenantId } = await storeAccount(store)
  const [first, ...others] = changes.map((each) => sampleInvitation(tenantId, each))
  if (!first) throw new Error('there is at least one')
  for (const one of [first, ...others]) {
    expect(await ask(store, (all) => all.insert(one))).toBe(true)
  }
  return [first, ...others]
}
