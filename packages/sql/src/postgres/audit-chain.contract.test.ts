import { chainAudit } from '@gatehouse/auth-core/operator'
import { createFixedClock, createMemorySecrets } from '@gatehouse/auth-core/testing'
import { expect, it } from '@jest/globals'
import { openTestStore } from '../../test-support/open-test-store.ts'
import { postgresDatabase } from '../../test-support/postgres-database.ts'
import { now } from '../../test-support/samples.ts'
import { describeAuditChain } from '../../test-support/suites/describe-audit-chain.ts'

const address = postgresDatabase()

describeAuditChain('PostgreSQL', address)

it('a recorded event waits for no process that is chaining, and is chained after it', async () => {
  const { database, store } = await openTestStore(address())
  const ports = { clock: createFixedClock(now), secrets: createMemorySecrets(), store }
  const event = { at: now, kind: 'login', outcome: 'ok', accountId: 'a', actorId: null } as const
  const rest = { tenantId: 't', client: null, network: null, userAgent: null, requestId: null }
  const record = () =>
    store.transaction((tx) => tx.auditLog.record({ ...event, ...rest, detail: {} }))
  await record()
  const linked = Promise.withResolvers<void>()
  const recorded = Promise.withResolvers<void>()
  let runs = 0
  const transaction: typeof store.transaction = (work) =>
    store.transaction(async (tx) => {
      const result = await work(tx)
      runs += 1
      linked.resolve()
      await recorded.promise
      return result
    })
  const chaining = chainAudit({ ...ports, store: { ...store, transaction } })
  await linked.promise
  // Would wait for ever for the transaction above, which waits for it.
  await record()
  recorded.resolve()
  expect(await chaining).toBeGreaterThan(0)
  expect(runs).toBe(1)
  await chainAudit(ports)
  expect(await store.transaction((tx) => tx.auditChain.countWaiting())).toBe(0)
  await database.close()
})
