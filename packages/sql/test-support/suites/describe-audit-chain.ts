import { chainAudit, verifyAudit } from '@gatehouse/auth-core/operator'
import type { AuditEvent } from '@gatehouse/auth-core/ports'
import { createFixedClock, createMemorySecrets } from '@gatehouse/auth-core/testing'
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals'
import { sql } from 'kysely'
import { readAuditBacklog } from '../../src/read-audit-backlog.ts'
import { openTestStore, type TestStore } from '../open-test-store.ts'
import { processTimeout, raceProcesses } from '../processes/fork-process.ts'
import { now } from '../samples.ts'

/** Chaining on one kind of database that processes can share. @param address Asked in a test. */
export function describeAuditChain(name: string, address: () => string): void {
  describe(`the audit log on ${name}`, () => {
    let opened: TestStore

    beforeAll(async () => {
      opened = await openTestStore(address())
    })

    afterAll(() => opened.database.close())

    const ports = () => ({
      clock: createFixedClock(now),
      secrets: createMemorySecrets(),
      store: opened.store,
    })

    it(
      'T-106: is one chain, however many processes lengthen it at the same time',
      async () => {
        await record(opened, 2_500)
        expect(await readAuditBacklog(opened.database)).toEqual({ waiting: 2_500 })
        const program = new URL('../processes/chain-audit.ts', import.meta.url)
        const chained = (await raceProcesses(3, program, address())) as readonly number[]
        expect(chained.reduce((sum, each) => sum + each, 0)).toBe(2_500)
        const proof = await verifyAudit(ports())
        expect(proof).toMatchObject({ proved: 2_500, waiting: 0, fault: null })
        expect(await readAuditBacklog(opened.database)).toEqual({ waiting: 0 })
      },
      processTimeout,
    )

    it('T-106: goes on with what is recorded later, in the order of its numbers', async () => {
      await record(opened, 3)
      await chainAudit(ports())
      const { rows } = await sql<{ position: number }>`
        select position from audit_log order by seq desc limit 3`.execute(opened.database.db)
      expect(rows.map(({ position }) => position)).toEqual([2_503, 2_502, 2_501])
      expect(await verifyAudit(ports())).toMatchObject({ proved: 2_503, fault: null })
    })

    it.each([
      ['changed', sql`update audit_log set detail = '{}' where position = 1200`, 1200],
      ['removed', sql`delete from audit_log where position = 1200`, 1201],
      [
        'forgotten',
        sql`update audit_log set position = null, hash = null where position = 1200`,
        1201,
      ],
      [
        'put in the place of another',
        sql`update audit_log set position = case position when 1200 then -1 else 1200 end
          where position in (1200, 1300)`,
        1300,
      ],
    ])('T-106: an entry that was %s is found, and its place', async (_, change, position) => {
      const { database } = opened
      const { rows } = await sql<{ seq: number }>`
        select seq from audit_log where position = ${position}`.execute(database.db)
      const found = await tampered(async () => {
        await change.execute(database.db)
        return (await verifyAudit(ports(), { batchSize: 500 })).fault
      })
      expect(found).toEqual({ kind: 'misfit', seq: rows[0]?.seq })
    })

    it('T-106: an end that was cut off is missed', async () => {
      const found = await tampered(async () => {
        await sql`delete from audit_log where position > 2000`.execute(opened.database.db)
        return (await verifyAudit(ports())).fault
      })
      expect(found).toEqual({ kind: 'end_missing', entries: 503 })
    })

    /** Puts the table back afterwards. */
    async function tampered<Result>(work: () => Promise<Result>): Promise<Result> {
      const { db } = opened.database
      await sql`create table kept as select * from audit_log`.execute(db)
      try {
        return await work()
      } finally {
        await sql`delete from audit_log`.execute(db)
        await sql`insert into audit_log select * from kept`.execute(db)
        await sql`drop table kept`.execute(db)
        expect(await verifyAudit(ports())).toMatchObject({ proved: 2_503, fault: null })
      }
    }
  })
}

async function record({ store }: TestStore, count: number): Promise<void> {
  await store.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) await tx.auditLog.record(eventOf(index))
  })
}

function eventOf(index: number): AuditEvent {
  return {
    at: now,
    kind: 'login',
    outcome: 'ok',
    accountId: `account-${index}`,
    actorId: null,
    tenantId: 'acme',
    client: 'ui',
    network: '192.0.2.1',
    userAgent: 'Zoë’s "browser" 😀',
    requestId: `request-${index}`,
    detail: { z: 'last', a: 'first', '10': 'ten', '9': 'nine' },
  }
}
