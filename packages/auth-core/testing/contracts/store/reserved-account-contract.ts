import { expect } from 'expect'
import type { Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { after, future, sampleEntry, sampleSession, sampleToken, storeAccount } from './samples.ts'

/** The promises of the accounts in every store about reserved and removed accounts. */
export function reservedAccountContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('accounts', [
    {
      name: 'that are reserved are found by their age, oldest first',
      run: on(async (store) => {
        const moment = after(future, -100_000)
        const younger = await storeAccount(store, {
          status: 'reserved',
          createdAt: after(moment, -0.001),
        })
        const older = await storeAccount(store, {
          status: 'reserved',
          createdAt: after(moment, -1),
        })
        const others = [
          await storeAccount(store, { status: 'reserved', createdAt: moment }),
          await storeAccount(store, { status: 'removing', createdAt: after(moment, -1) }),
          await storeAccount(store, { createdAt: after(moment, -1) }),
        ]
        const found = await store.transaction((tx) => tx.accounts.findReservedBefore(moment))
        const ids = [younger, older, ...others].map(({ id }) => id)
        expect(found.filter(({ id }) => ids.includes(id))).toEqual([older, younger])
      }),
    },
    {
      name: 'are removed with what belongs to them, and no other is',
      run: on(async (store) => {
        const [account, bystander] = [await storeAccount(store), await storeAccount(store)]
        const stored = { token: sampleToken(account.id), session: sampleSession(account) }
        const mail = sampleEntry(account.id)
        await store.transaction(async (tx) => {
          await tx.oneTimeTokens.insert(stored.token)
          await tx.sessions.insert(stored.session)
          await tx.outbox.add(mail)
        })
        await store.transaction((tx) => tx.accounts.remove(account.id))
        await store.transaction((tx) => tx.accounts.remove(account.id))
        const left = await store.transaction(async (tx) => [
          await tx.accounts.find(account.id),
          await tx.oneTimeTokens.find(stored.token.purpose, stored.token.digest),
          await tx.sessions.find(stored.session.id),
          await tx.outbox.find(mail.id),
        ])
        expect(left).toEqual([undefined, undefined, undefined, undefined])
        expect(await store.transaction((tx) => tx.accounts.insert(account))).toBe(true)
        expect(await store.transaction((tx) => tx.accounts.find(bystander.id))).toEqual(bystander)
      }),
    },
  ])
}
