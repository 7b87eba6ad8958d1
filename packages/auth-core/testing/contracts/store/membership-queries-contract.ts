import { expect } from 'expect'
import type { Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, future, sampleAccount, sampleTenant, storeAccount } from './samples.ts'

/** The promises of accounts that are read together with their tenants, in every store. */
export function membershipQueriesContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('memberships', [
    {
      name: 'have account and tenant field for field, in any status',
      run: on(async (store) => {
        const tenants = [
          sampleTenant(),
          sampleTenant({
            ...{ status: 'disabled', otpEnabled: true, otpExemptClients: ['cli'] },
            ...{ maxSessionSeconds: 3600, closesAt: future },
          }),
        ]
        for (const tenant of tenants) {
          const account = sampleAccount({ tenantId: tenant.id, status: 'reserved' })
          const found = await store.transaction(async (tx) => {
            await tx.tenants.insert(tenant)
            await tx.accounts.insert(account)
            return [
              await tx.accounts.findMembership(account.id),
              ...(await tx.accounts.findMemberships(account.emailCanonical)),
            ]
          })
          expect(found).toEqual([
            { account, tenant },
            { account, tenant },
          ])
        }
      }),
    },
    {
      name: 'have the time of the last login as noted, and its language where it had one',
      run: on(async (store) => {
        const [account, other] = [await storeAccount(store), await storeAccount(store)]
        const noted = (login: { readonly at: Date; readonly language?: string }) =>
          store.transaction(async (tx) => {
            await tx.accounts.update({ ...account, groups: ['new'] })
            await tx.accounts.noteLogin(account.id, login)
            await tx.accounts.noteLogin(unique('account'), login)
            return [await tx.accounts.find(account.id), await tx.accounts.find(other.id)]
          })
        const at = { lastLoginAt: future, groups: ['new'] }
        expect(await noted({ at: future })).toEqual([{ ...account, ...at }, other])
        const french = { ...account, ...at, language: 'fr' }
        expect(await noted({ at: future, language: 'fr' })).toEqual([french, other])
      }),
    },
    {
      name: 'of one address are all found, the oldest account first',
      run: on(async (store) => {
        const emailCanonical = `${unique('ada')}@example.com`
        const all = [3, 1, 2].map((seconds) => {
          const tenant = sampleTenant()
          const createdAt = after(future, seconds)
          return {
            account: sampleAccount({ tenantId: tenant.id, emailCanonical, createdAt }),
            tenant,
          }
        })
        const found = await store.transaction(async (tx) => {
          for (const { account, tenant } of all) {
            await tx.tenants.insert(tenant)
            await tx.accounts.insert(account)
          }
          return tx.accounts.findMemberships(emailCanonical)
        })
        expect(found).toEqual([all[1], all[2], all[0]])
      }),
    },
    {
      name: 'are undefined, or an empty list, when there is no such account',
      run: on(async (store) => {
        const found = await store.transaction((tx) =>
          Promise.all([
            tx.accounts.findMembership(unique('account')),
            tx.accounts.findMemberships(`${unique('ada')}@example.com`),
          ]),
        )
        expect(found).toEqual([undefined, []])
      }),
    },
  ])
}
