import { expect } from 'expect'
import type { Store, Transaction } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { expectPortError } from '../expect-port-error.ts'
import { type FallibleSubject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import {
  future,
  sampleAccount,
  sampleChallenge,
  sampleEntry,
  sampleEvent,
  sampleIdentity,
  sampleKey,
  sampleSession,
  sampleTenant,
  sampleToken,
  storeAccount,
} from './samples.ts'

/** The promises of every store's transactions. */
export function transactionContract(subject: FallibleSubject<Store>): Contract {
  const on = testsOf(subject, subject.open)
  const onBroken = testsOf(subject, subject.openBroken)

  return [
    ...about('a transaction', [
      {
        name: 'answers what its work returns',
        run: on(async (store) => {
          expect(await store.transaction(async () => 'done')).toBe('done')
          expect(await store.transaction(async () => undefined)).toBeUndefined()
        }),
      },
      {
        name: 'reads its own writes',
        run: on(async (store) => {
          const tenant = sampleTenant()
          const changed = { ...tenant, otpEnabled: true }
          const read = await store.transaction(async (tx) => {
            await tx.tenants.insert(tenant)
            await tx.tenants.update(changed)
            return tx.tenants.find(tenant.id)
          })
          expect(read).toEqual(changed)
        }),
      },
      {
        name: 'answers what is asked at the same time, after what was written before',
        run: on(async (store) => {
          const tenants = [sampleTenant(), sampleTenant()]
          const read = await store.transaction(async (tx) => {
            for (const tenant of tenants) await tx.tenants.insert(tenant)
            const changed = tenants.map((tenant) => ({ ...tenant, otpEnabled: true }))
            for (const tenant of changed) await tx.tenants.update(tenant)
            const asked = tenants.map(({ id }) => tx.tenants.find(id))
            return Promise.all([...asked, tx.tenants.find(unique('tenant'))])
          })
          const changed = tenants.map((tenant) => ({ ...tenant, otpEnabled: true }))
          expect(read).toEqual([...changed, undefined])
        }),
      },
      {
        name: 'keeps what it wrote last, without a question after it',
        run: on(async (store) => {
          const account = await storeAccount(store)
          const session = sampleSession(account)
          await store.transaction(async (tx) => {
            await tx.sessions.insert(session)
            await tx.sessions.update({ ...session, endedAt: future })
          })
          const read = await store.transaction((tx) => tx.sessions.find(session.id))
          expect(read).toEqual({ ...session, endedAt: future })
        }),
      },
      {
        name: 'has no effect when a write in it fails, as for a session that is there',
        run: on(async (store) => {
          const account = await storeAccount(store)
          const session = sampleSession(account)
          await store.transaction((tx) => tx.sessions.insert(session))
          const tenant = sampleTenant()
          const failed = store.transaction(async (tx) => {
            await tx.tenants.insert(tenant)
            await tx.sessions.insert(session)
            await tx.tenants.update({ ...tenant, otpEnabled: true })
          })
          await expect(failed).rejects.toThrow()
          expect(await store.transaction((tx) => tx.tenants.find(tenant.id))).toBeUndefined()
        }),
      },
      {
        name: 'undoes everything when its work throws, and throws the same',
        run: on(async (store) => {
          const account = await storeAccount(store)
          const written = recordsOf(account)
          const error = new Error('changed my mind')
          const failed = store.transaction(async (tx) => {
            await writeAll(tx, written)
            expect(await readAll(tx, written)).not.toContain(undefined)
            throw error
          })
          await expect(failed).rejects.toBe(error)
          const read = await store.transaction((tx) => readAll(tx, written))
          expect(read).toEqual(Array.from(read, () => undefined))
          const { credentialVersion } = account
          const kept = await store.transaction((tx) => tx.accounts.find(account.id))
          expect(kept).toMatchObject({ credentialVersion })
        }),
      },
      {
        name: 'undoes nothing that was committed before',
        run: on(async (store) => {
          const account = await storeAccount(store)
          const failed = store.transaction(async (tx) => {
            await tx.tenants.remove(account.tenantId)
            throw new Error('changed my mind')
          })
          await expect(failed).rejects.toThrow('changed my mind')
          expect(await store.transaction((tx) => tx.accounts.find(account.id))).toEqual(account)
        }),
      },
      {
        name: 'leaves the store at work after a failed one',
        run: on(async (store) => {
          const reject = async () => {
            throw new Error('no')
          }
          const both = [store.transaction(reject), store.transaction(async () => 'yes')]
          const [failed, done] = await Promise.allSettled(both)
          expect(failed?.status).toBe('rejected')
          expect(done).toEqual({ status: 'fulfilled', value: 'yes' })
        }),
      },
    ]),
    ...about('concurrent transactions', [
      {
        name: 'lose no update',
        run: on(async (store) => {
          const { id, credentialVersion } = await storeAccount(store)
          await atOnce(10, () =>
            store.transaction(async (tx) => {
              const account = await tx.accounts.find(id)
              if (account === undefined) throw new Error('gone')
              const next = account.credentialVersion + 1
              await tx.accounts.update({ ...account, credentialVersion: next })
            }),
          )
          const account = await store.transaction((tx) => tx.accounts.find(id))
          expect(account?.credentialVersion).toBe(credentialVersion + 10)
        }),
      },
      {
        name: 'let one of twenty take what is there once',
        run: on(async (store) => {
          const { id } = await storeAccount(store)
          const { purpose, digest } = await store.transaction(async (tx) => {
            const token = sampleToken(id)
            await tx.oneTimeTokens.insert(token)
            return token
          })
          const taken = await atOnce(20, () =>
            store.transaction(async (tx) => {
              const token = await tx.oneTimeTokens.find(purpose, digest)
              if (token === undefined || token.lease !== null) return false
              await tx.oneTimeTokens.update({ ...token, lease: { by: '', until: future } })
              return true
            }),
          )
          expect(taken.filter(Boolean)).toHaveLength(1)
        }),
      },
      {
        name: 'give a username to one of twenty',
        run: on(async (store) => {
          const { tenantId } = await storeAccount(store)
          const username = unique('ada')
          const inserted = await atOnce(20, () =>
            store.transaction((tx) => tx.accounts.insert(sampleAccount({ tenantId, username }))),
          )
          expect(inserted.filter(Boolean)).toHaveLength(1)
        }),
      },
      {
        name: 'keep a rule over records that do not exist yet: five mails, not twenty',
        run: on(async (store) => {
          const { id } = await storeAccount(store)
          const added = await atOnce(20, () =>
            store.transaction(async (tx) => {
              if ((await tx.outbox.countSince(id, 'otp', future)) >= 5) return false
              await tx.outbox.add(sampleEntry(id))
              return true
            }),
          )
          expect(added.filter(Boolean)).toHaveLength(5)
          const count = await store.transaction((tx) => tx.outbox.countSince(id, 'otp', future))
          expect(count).toBe(5)
        }),
      },
      {
        name: 'keep a rule over two records, each changing another: one of two sessions stays',
        run: on(async (store) => {
          const account = await storeAccount(store)
          const sessions = [sampleSession(account), sampleSession(account)]
          const ids = sessions.map(({ id }) => id)
          await store.transaction(async (tx) => {
            for (const session of sessions) await tx.sessions.insert(session)
          })
          const ended = sessions.map((session) =>
            store.transaction(async (tx) => {
              const open = (await tx.sessions.findMany(ids)).filter((one) => one.endedAt === null)
              if (open.length < 2) return false
              await tx.sessions.update({ ...session, endedAt: future })
              return true
            }),
          )
          expect((await Promise.all(ended)).filter(Boolean)).toHaveLength(1)
        }),
      },
    ]),
    ...about('a store', [
      {
        name: 'is ready when its database answers',
        run: on(async (store) => {
          await expect(store.checkReady()).resolves.toBeUndefined()
        }),
      },
      {
        name: 'says so in our words when its database does not work',
        run: onBroken(async (store) => {
          const read = store.transaction((tx) => tx.tenants.find(unique('tenant')))
          await expectPortError(read, 'store')
          const written = store.transaction((tx) => tx.tenants.insert(sampleTenant()))
          await expectPortError(written, 'store')
          await expectPortError(store.checkReady(), 'store')
        }),
      },
    ]),
  ]
}

type Records = ReturnType<typeof recordsOf>

function recordsOf(account: { readonly id: string; readonly tenantId: string }) {
  const tenant = sampleTenant()
  return {
    tenant,
    account: sampleAccount({ tenantId: tenant.id }),
    identity: sampleIdentity(account.id),
    challenge: sampleChallenge(account.id),
    token: sampleToken(account.id),
    session: sampleSession(account),
    key: sampleKey(),
    entry: sampleEntry(account.id),
    event: sampleEvent({ accountId: account.id }),
    changed: account.id,
  }
}

async function writeAll(tx: Transaction, records: Records): Promise<void> {
  await tx.tenants.insert(records.tenant)
  await tx.accounts.insert(records.account)
  await tx.externalIdentities.insert(records.identity)
  await tx.otpChallenges.put(records.challenge)
  await tx.oneTimeTokens.insert(records.token)
  await tx.sessions.insert(records.session)
  await tx.signingKeys.put(records.key)
  await tx.outbox.add(records.entry)
  await tx.auditLog.record(records.event)
  const changed = await tx.accounts.find(records.changed)
  if (changed !== undefined) await tx.accounts.update({ ...changed, credentialVersion: 99 })
}

async function readAll(tx: Transaction, records: Records): Promise<readonly unknown[]> {
  const { tenant, account, identity, challenge, token, session, key, entry, event } = records
  const accountId = event.accountId ?? ''
  return [
    await tx.tenants.find(tenant.id),
    await tx.accounts.find(account.id),
    (await tx.externalIdentities.listOfAccount(identity.accountId)).at(0),
    await tx.otpChallenges.findByAccount(challenge.accountId),
    await tx.oneTimeTokens.find(token.purpose, token.digest),
    await tx.sessions.find(session.id),
    (await tx.signingKeys.list()).find(({ kid }) => kid === key.kid),
    await tx.outbox.find(entry.id),
    (await tx.auditLog.list({ accountId, limit: 1 })).at(0),
  ]
}

function atOnce<Result>(times: number, work: () => Promise<Result>): Promise<Result[]> {
  return Promise.all(Array.from({ length: times }, work))
}
