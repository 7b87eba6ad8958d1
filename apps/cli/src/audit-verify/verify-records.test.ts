import { chainAudit } from '@gatehouse/auth-core/operator'
import type { AuditEvent, Store } from '@gatehouse/auth-core/ports'
import { createMemoryPorts } from '@gatehouse/auth-core/testing'
import { beforeEach, describe, expect, it } from '@jest/globals'
import { verifyRecords } from './verify-records.ts'

let ports: ReturnType<typeof createMemoryPorts>

beforeEach(() => {
  ports = createMemoryPorts()
})

describe('what is told of an audit log', () => {
  it('says how much is proved and waits, since when, and where it ends', async () => {
    await record(3)
    await chainAudit(ports)
    await record(1)
    const progress: string[] = []
    const { exit, lines, objects } = await verify({ progress: (line) => progress.push(line) })
    expect(exit).toBe('done')
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/)
    expect(objects).toEqual([
      {
        proved: 3,
        waiting: 1,
        fault: null,
        chain: { since: expect.any(Date), removed: 0, position: 3, hash },
      },
    ])
    expect(lines).toEqual([
      '3 entries are proved.',
      'The chain was begun at 2030-01-01T00:00:00Z; nothing has been removed from its front.',
      '1 entry is waiting for the chain.',
      expect.stringMatching(/^The chain ends at position 3 with [0-9a-f]{64}\.$/),
    ])
    expect(progress).toEqual(['3 entries are proved'])
  })

  it('names the first entry that does not fit', async () => {
    await record(3)
    await chainAudit(ports)
    const result = await verify({ change: (all) => all.filter(({ seq }) => seq !== 2) })
    const { exit, lines, objects } = result
    expect(objects).toMatchObject([{ fault: { kind: 'misfit', seq: 3 } }])
    expect([exit, lines[0]]).toEqual([
      'left',
      expect.stringContaining('The entry with seq 3 does not fit'),
    ])
  })

  it('misses what was cut off at the end', async () => {
    await record(3)
    await chainAudit(ports)
    const { exit, lines } = await verify({ change: (all) => all.slice(0, 1) })
    expect([exit, lines[0]]).toEqual(['left', 'At the end 2 entries are missing.'])
  })

  it('takes a log without a seal for no proof', async () => {
    await record(2)
    const { exit, lines } = await verify()
    expect([exit, lines.at(-1)]).toEqual(['left', '2 entries are not chained.'])
  })
})

type Chained = Awaited<
  ReturnType<Parameters<Parameters<Store['transaction']>[0]>[0]['auditChain']['listChained']>
>

function verify({
  progress = () => {},
  change = (all) => all,
}: {
  readonly progress?: (line: string) => void
  readonly change?: (all: Chained) => Chained
} = {}) {
  const store: Store = {
    ...ports.store,
    transaction: (work) =>
      ports.store.transaction((tx) => {
        const { listChained, ...chain } = tx.auditChain
        const changed = async (after: number, limit: number) =>
          change(await listChained(after, limit))
        return work({ ...tx, auditChain: { ...chain, listChained: changed } })
      }),
  }
  return verifyRecords({ ports: { ...ports, store } }, { progress })
}

async function record(count: number): Promise<void> {
  const event: AuditEvent = {
    at: ports.clock.now(),
    kind: 'login',
    outcome: 'ok',
    accountId: null,
    actorId: null,
    tenantId: null,
    client: null,
    network: null,
    userAgent: null,
    requestId: null,
    detail: {},
  }
  await ports.store.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) await tx.auditLog.record(event)
  })
}
