import { expect } from 'expect'
import type { Store, Tenant } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import {
  after,
  sampleAccount,
  sampleChallenge,
  sampleEntry,
  sampleEvent,
  sampleSession,
  sampleTenant,
  sampleToken,
  storeAccount,
} from './samples.ts'

/** The promises of the tenants in every store. */
export function tenantRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('tenants', [
    {
      name: 'come back field for field',
      run: on(async (store) => {
        const tenants = [
          sampleTenant(),
          sampleTenant({ status: 'reserved', otpEnabled: true }),
          sampleTenant({ otpExemptClients: ['cli'], maxSessionSeconds: 86_400 }),
          sampleTenant({ otpExemptClients: [], maxSessionSeconds: 3_000_000_000 }),
          sampleTenant({ status: 'disabled', name: '' }),
          sampleTenant({ closesAt: new Date('2101-01-01T00:00:00.500Z') }),
        ]
        for (const tenant of tenants) {
          expect(await store.transaction((tx) => tx.tenants.insert(tenant))).toBe(true)
          expect(await store.transaction((tx) => tx.tenants.find(tenant.id))).toEqual(tenant)
        }
      }),
    },
    {
      name: 'are undefined when nobody made them',
      run: on(async (store) => {
        const found = await store.transaction((tx) => tx.tenants.find(unique('tenant')))
        expect(found).toBeUndefined()
      }),
    },
    {
      name: 'keep their id: a second one is refused, the first and the transaction live on',
      run: on(async (store) => {
        const first = sampleTenant()
        const other = sampleTenant()
        await store.transaction((tx) => tx.tenants.insert(first))
        const again = await store.transaction(async (tx) => {
          const inserted = await tx.tenants.insert(sampleTenant({ id: first.id, name: 'second' }))
          await tx.tenants.insert(other)
          return inserted
        })
        expect(again).toBe(false)
        expect(await store.transaction((tx) => tx.tenants.find(first.id))).toEqual(first)
        expect(await store.transaction((tx) => tx.tenants.find(other.id))).toEqual(other)
      }),
    },
    {
      name: 'are replaced by an update',
      run: on(async (store) => {
        const [tenant, bystander] = [sampleTenant({ status: 'reserved' }), sampleTenant()]
        const changed = sampleTenant({ id: tenant.id, name: 'renamed', otpEnabled: true })
        await store.transaction(async (tx) => {
          await tx.tenants.insert(tenant)
          await tx.tenants.insert(bystander)
        })
        await store.transaction((tx) => tx.tenants.update(changed))
        expect(await store.transaction((tx) => tx.tenants.find(tenant.id))).toEqual(changed)
        expect(await store.transaction((tx) => tx.tenants.find(bystander.id))).toEqual(bystander)
      }),
    },
    {
      name: 'are not made by an update',
      run: on(async (store) => {
        const tenant = sampleTenant()
        await store.transaction((tx) => tx.tenants.update(tenant))
        expect(await store.transaction((tx) => tx.tenants.find(tenant.id))).toBeUndefined()
      }),
    },
    {
      name: 'take everything along that belongs to their accounts, and nothing else',
      run: on(async (store) => {
        const [going, staying] = [await storeAccount(store), await storeAccount(store)]
        const ofBoth = [going, staying].map((account) => ({
          account,
          challenge: sampleChallenge(account.id),
          token: sampleToken(account.id),
          session: sampleSession(account),
          entry: sampleEntry(account.id),
        }))
        await store.transaction(async (tx) => {
          for (const { challenge, token, session, entry } of ofBoth) {
            await tx.otpChallenges.put(challenge)
            await tx.oneTimeTokens.insert(token)
            await tx.sessions.insert(session)
            await tx.outbox.add(entry)
          }
        })
        await store.transaction((tx) => tx.tenants.remove(going.tenantId))
        const left = await store.transaction(async (tx) => {
          const all = []
          for (const { account, challenge, token, session, entry } of ofBoth) {
            all.push(
              (await tx.tenants.find(account.tenantId))?.id,
              await tx.accounts.find(account.id),
              await tx.accounts.findByUsername(account.username),
              await tx.otpChallenges.findByAccount(challenge.accountId),
              await tx.oneTimeTokens.find(token.purpose, token.digest),
              await tx.sessions.find(session.id),
              await tx.outbox.find(entry.id),
            )
          }
          return all
        })
        const [, kept] = ofBoth
        expect(left.slice(0, 7)).toEqual(Array.from({ length: 7 }, () => undefined))
        expect(left.slice(7)).toEqual([
          staying.tenantId,
          staying,
          staying,
          kept?.challenge,
          kept?.token,
          kept?.session,
          kept?.entry,
        ])
      }),
    },
    {
      name: 'leave their events in the audit log when they go',
      run: on(async (store) => {
        const { id, tenantId } = await storeAccount(store)
        const event = sampleEvent({ accountId: id, tenantId })
        await store.transaction((tx) => tx.auditLog.record(event))
        await store.transaction((tx) => tx.tenants.remove(tenantId))
        const events = await store.transaction((tx) =>
          tx.auditLog.list({ accountId: id, limit: 10 }),
        )
        expect(events).toEqual([expect.objectContaining(event)])
      }),
    },
    {
      name: 'free their id and the usernames in them when they go',
      run: on(async (store) => {
        const { tenantId, username } = await storeAccount(store)
        const again = await store.transaction(async (tx) => {
          await tx.tenants.remove(tenantId)
          return [
            await tx.tenants.insert(sampleTenant({ id: tenantId })),
            await tx.accounts.insert(sampleAccount({ tenantId, username })),
          ]
        })
        expect(again).toEqual([true, true])
      }),
    },
    {
      name: 'may be removed when there are none',
      run: on(async (store) => {
        await store.transaction((tx) => tx.tenants.remove(unique('tenant')))
      }),
    },
    {
      name: 'that are reserved and made before a moment are found, oldest first',
      run: on(async (store) => {
        const moment = new Date('2101-01-01T00:00:00.500Z')
        const at = (seconds: number) => ({ createdAt: after(moment, seconds) })
        const younger = sampleTenant({ status: 'reserved', ...at(-0.001) })
        const older = sampleTenant({ status: 'reserved', ...at(-3600) })
        const others = [
          sampleTenant({ status: 'reserved', ...at(0) }),
          sampleTenant({ status: 'reserved', ...at(1) }),
          sampleTenant({ status: 'active', ...at(-60) }),
          sampleTenant({ status: 'disabled', ...at(-60) }),
        ]
        const mine = [younger, older, ...others]
        await store.transaction(async (tx) => {
          for (const tenant of mine) await tx.tenants.insert(tenant)
        })
        const found = await store.transaction((tx) => tx.tenants.findReservedBefore(moment))
        const ids = mine.map(({ id }) => id)
        expect(found.filter(({ id }) => ids.includes(id))).toEqual([older, younger])
      }),
    },
    {
      name: 'that close by a moment are found, the first to close first',
      run: on(async (store) => {
        const moment = new Date('2102-01-01T00:00:00.500Z')
        const closing = (seconds: number) => sampleTenant({ closesAt: after(moment, seconds) })
        const [later, first] = [closing(0), closing(-3600)]
        const mine = [later, first, closing(0.001), sampleTenant()]
        await store.transaction(async (tx) => {
          for (const tenant of mine) await tx.tenants.insert(tenant)
        })
        const found = await store.transaction((tx) => tx.tenants.findClosedBefore(moment))
        const ids = mine.map(({ id }) => id)
        expect(found.filter(({ id }) => ids.includes(id))).toEqual([first, later])
      }),
    },
    {
      name: 'are listed page by page in the order of their ids, in any status',
      run: on(async (store) => {
        const mine = (['reserved', 'active', 'disabled'] as const).map((status) =>
          sampleTenant({ status }),
        )
        await store.transaction(async (tx) => {
          for (const tenant of mine) await tx.tenants.insert(tenant)
        })
        const found: Tenant[] = []
        // A store that never ends its pages fails the test instead of keeping it for ever.
        for (let pages = 0; pages < 10_000; pages += 1) {
          const after = found.at(-1)?.id
          const page = await store.transaction((tx) =>
            tx.tenants.list({ limit: 2, ...(after !== undefined && { after }) }),
          )
          expect(page.length).toBeLessThanOrEqual(2)
          if (page.length === 0) break
          found.push(...page)
        }
        const ids = mine.map(({ id }) => id)
        const inOrder = mine.toSorted((one, other) => (one.id < other.id ? -1 : 1))
        expect(found.filter(({ id }) => ids.includes(id))).toEqual(inOrder)
      }),
    },
  ])
}
