import { beforeEach, describe, expect, it } from '@jest/globals'
import { createMemoryPorts, type MemoryPorts } from '../../testing/memory/memory-ports.ts'
import { createMemorySecrets } from '../../testing/memory/memory-secrets.ts'
import type { AuditSeal, ChainedEntry, Store, Transaction } from '../ports/index.ts'
import { systemEvent } from '../records/audit.ts'
import { linkAfter } from './chain.ts'
import { chainAudit } from './chain-audit.ts'
import { cutAudit } from './cut-audit.ts'
import { verifyAudit } from './verify-audit.ts'

const day = 24 * 3600

let ports: MemoryPorts

beforeEach(() => {
  ports = createMemoryPorts()
})

describe('the chain of the audit log', () => {
  it('proves what has been chained, and says how much waits', async () => {
    await record(5)
    expect(await chainAudit(ports)).toBe(5)
    await record(2)
    expect(await verifyAudit(ports)).toMatchObject({ proved: 5, waiting: 2, fault: null })
    expect(await chainAudit(ports)).toBe(2)
    expect(await verifyAudit(ports)).toMatchObject({ proved: 7, waiting: 0, fault: null })
  })

  it('goes on in batches, and takes a bounded number at once', async () => {
    await record(4_001)
    expect(await chainAudit(ports)).toBe(4_000)
    const reports: number[] = []
    const onProgress = (proved: number) => reports.push(proved)
    const proof = await verifyAudit(ports, { batchSize: 1_500, onProgress })
    expect(proof).toMatchObject({ proved: 4_000, waiting: 1, fault: null })
    expect(reports).toEqual([1_500, 3_000, 4_000])
    expect(await chainAudit(ports)).toBe(1)
  })

  it('goes on where a process was killed between two batches', async () => {
    await record(450)
    let batches = 0
    const transaction: Store['transaction'] = (work) => {
      batches += 1
      if (batches === 2) throw new Error('killed')
      return ports.store.transaction(work)
    }
    const dying = { ...ports, store: { ...ports.store, transaction } }
    await expect(chainAudit(dying)).rejects.toThrow('killed')
    expect(await verifyAudit(ports)).toMatchObject({ proved: 200, waiting: 250, fault: null })
    await chainAudit(ports)
    expect(await verifyAudit(ports)).toMatchObject({ proved: 450, waiting: 0, fault: null })
  })

  it('is one, whoever lengthens it at the same time', async () => {
    await record(10)
    const counts = await Promise.all([chainAudit(ports), chainAudit(ports), chainAudit(ports)])
    expect(counts.toSorted()).toEqual([0, 0, 10])
    expect(await verifyAudit(ports)).toMatchObject({ proved: 10, fault: null })
  })

  it('is nothing that a recorded event waits for', async () => {
    await record(1)
    const [waiting] = await ports.store.transaction((tx) => tx.auditChain.listWaiting(10))
    expect(waiting?.seq).toBe(1)
  })

  it('goes on under another master key, which signs it at once', async () => {
    await record(2)
    await chainAudit(ports)
    const after = createMemorySecrets({ seed: 'after' })
    const digests: typeof after.digests = (purpose, text) => [
      ...after.digests(purpose, text),
      ...ports.secrets.digests(purpose, text),
    ]
    await chainAudit({ ...ports, secrets: { ...after, digests } })
    expect(await verifyAudit({ ...ports, secrets: after })).toMatchObject({
      proved: 2,
      fault: null,
    })
    expect(await verifyAudit(ports)).toMatchObject({ fault: { kind: 'forged_seal' } })
  })
})

describe('T-106: in the audit log', () => {
  beforeEach(async () => {
    await record(6)
    await chainAudit(ports)
  })

  const changes: readonly [string, (entry: ChainedEntry) => Partial<ChainedEntry>][] = [
    ['a moment', ({ at }) => ({ at: new Date(at.getTime() + 1) })],
    ['a kind', () => ({ kind: 'logged_out' })],
    ['an outcome', () => ({ outcome: 'refused' })],
    ['an account', () => ({ accountId: 'another' })],
    ['an actor', () => ({ actorId: 'another' })],
    ['a tenant', () => ({ tenantId: null })],
    ['a client', () => ({ client: 'cli' })],
    ['a network', () => ({ network: '192.0.2.9' })],
    ['a user agent', () => ({ userAgent: '' })],
    ['a request', () => ({ requestId: 'another' })],
    ['a detail', () => ({ detail: { reason: 'another' } })],
    ['a number', () => ({ seq: 99 })],
    ['a hash', () => ({ hash: 'another' })],
  ]

  it.each(changes)('%s that was changed is found', async (_, change) => {
    const fault = await faultOf((all) =>
      all.map((entry) => (entry.position === 3 ? { ...entry, ...change(entry) } : entry)),
    )
    expect(fault).toMatchObject({ kind: 'misfit' })
  })

  it('a change with a hash to match is found at the next entry', async () => {
    const fault = await faultOf((all) => {
      const [first, second, third, ...rest] = all
      if (!first || !second || !third) return all
      const forged = { ...third, accountId: 'another' }
      return [first, second, { ...forged, ...linkAfter(ports.secrets, second, forged) }, ...rest]
    })
    expect(fault).toEqual({ kind: 'misfit', seq: 4 })
  })

  it('a chain that was hashed anew from the change on is found at its end', async () => {
    const fault = await faultOf((all) => {
      const forged: ChainedEntry[] = []
      for (const entry of all) {
        const changed = { ...entry, accountId: 'another' }
        const before = forged.at(-1) ?? { position: 0, hash: '' }
        forged.push({ ...changed, ...linkAfter(ports.secrets, before, changed) })
      }
      return forged
    })
    expect(fault).toEqual({ kind: 'misfit', seq: 6 })
  })

  it.each([
    ['the first', 1, { kind: 'misfit', seq: 2 }],
    ['one in the midst', 3, { kind: 'misfit', seq: 4 }],
    ['the last', 6, { kind: 'end_missing', entries: 1 }],
  ])('%s entry that was removed is missed', async (_, position, fault) => {
    expect(await faultOf((all) => all.filter((entry) => entry.position !== position))).toEqual(
      fault,
    )
  })

  it('an end that was cut off, and a log that was emptied, are found', async () => {
    expect(await faultOf((all) => all.slice(0, 2))).toEqual({ kind: 'end_missing', entries: 4 })
    expect(await faultOf(() => [])).toEqual({ kind: 'end_missing', entries: 6 })
  })

  it('two entries that have changed places are found', async () => {
    const places = [1, 3, 2, 4, 5, 6]
    const fault = await faultOf((all) =>
      all
        .map((entry) => ({ ...entry, position: places[entry.position - 1] ?? 0 }))
        .toSorted((one, other) => one.position - other.position),
    )
    expect(fault).toMatchObject({ kind: 'misfit', seq: 3 })
  })

  it('an entry that was put in behind the end is found', async () => {
    const fault = await faultOf((all) => {
      const last = all.at(-1)
      if (!last) return all
      const forged = { ...last, seq: 7 }
      return [...all, { ...forged, ...linkAfter(ports.secrets, last, forged) }]
    })
    expect(fault).toEqual({ kind: 'misfit', seq: 7 })
  })

  it.each<[string, (seal: AuditSeal) => AuditSeal | undefined, string]>([
    ['removed', () => undefined, 'no_seal'],
    ['moved', (seal) => ({ ...seal, head: { position: 5, hash: 'x' } }), 'forged_seal'],
    ['cut', (seal) => ({ ...seal, cut: { position: 2, hash: 'x' } }), 'forged_seal'],
    ['dated', (seal) => ({ ...seal, since: new Date(0) }), 'forged_seal'],
  ])('a seal that was %s is found, and nothing is signed on top of it', async (_, change, kind) => {
    const store = withSeal(change)
    const { fault } = await verifyAudit({ ...ports, store })
    expect(fault?.kind).toBe(kind)
    await record(1)
    await expect(chainAudit({ ...ports, store })).rejects.toThrow('tampered')
    await expect(cutAudit({ ...ports, store }, 0)).rejects.toThrow('tampered')
    expect(await verifyAudit(ports)).toMatchObject({ proved: 6, waiting: 1, fault: null })
  })
})

describe('the retention of the audit log', () => {
  it('removes what is older from the front, and the rest is proved as before', async () => {
    await record(3)
    ports.clock.advance(day)
    await record(4)
    await chainAudit(ports)
    ports.clock.advance(9 * day)
    expect(await cutAudit(ports, 10 * day)).toBe(0)
    ports.clock.advance(1)
    expect(await cutAudit(ports, 10 * day)).toBe(3)
    const proof = await verifyAudit(ports)
    expect(proof).toMatchObject({ proved: 4, fault: null, seal: { cut: { position: 3 } } })
    expect(proof.seal?.since).toEqual(new Date('2030-01-01T00:00:00Z'))
    expect(await seqs()).toEqual([7, 6, 5, 4])
    await record(1)
    await chainAudit(ports)
    expect(await verifyAudit(ports)).toMatchObject({ proved: 5, fault: null })
  })

  it('removes a lot in batches, all of it in the end', async () => {
    await record(450)
    await chainAudit(ports)
    ports.clock.advance(1)
    expect(await cutAudit(ports, 0)).toBe(450)
    expect(await verifyAudit(ports)).toMatchObject({ proved: 0, waiting: 0, fault: null })
    await record(1)
    await chainAudit(ports)
    expect(await verifyAudit(ports)).toMatchObject({ proved: 1, fault: null })
  })

  it('removes nothing that waits for the chain, however old', async () => {
    await record(2)
    ports.clock.advance(day)
    expect(await cutAudit(ports, 1)).toBe(0)
    expect(await seqs()).toEqual([2, 1])
  })

  it('leaves what was tampered with to be looked at', async () => {
    await record(3)
    await chainAudit(ports)
    ports.clock.advance(1)
    const store = withEntries((all) => all.slice(1))
    await expect(cutAudit({ ...ports, store }, 0)).rejects.toThrow('tampered')
    expect(await seqs()).toEqual([3, 2, 1])
  })

  it('may go on while the log is verified', async () => {
    await record(30)
    await chainAudit(ports)
    ports.clock.advance(1)
    let isCut = false
    const store: Store = {
      ...ports.store,
      async transaction(work) {
        const result = await ports.store.transaction(work)
        if (!isCut) await cutAudit(ports, 0)
        isCut = true
        return result
      },
    }
    const proof = await verifyAudit({ ...ports, store }, { batchSize: 10 })
    expect(proof).toMatchObject({ proved: 10, fault: null, seal: { cut: { position: 30 } } })
  })
})

async function record(count: number): Promise<void> {
  await ports.store.transaction(async (tx) => {
    for (let index = 0; index < count; index += 1) {
      const fact = { kind: 'login', accountId: 'account-1', tenantId: 'acme' } as const
      await tx.auditLog.record(systemEvent(ports.clock.now(), fact))
    }
  })
}

async function seqs(): Promise<readonly number[]> {
  const entries = await ports.store.transaction((tx) => tx.auditLog.list({ limit: 100 }))
  return entries.map(({ seq }) => seq)
}

/** What verification finds when the chained entries are others. */
async function faultOf(change: (all: readonly ChainedEntry[]) => readonly ChainedEntry[]) {
  return (await verifyAudit({ ...ports, store: withEntries(change) })).fault
}

function withEntries(change: (all: readonly ChainedEntry[]) => readonly ChainedEntry[]): Store {
  return through(({ auditChain }) => ({
    listChained: async (after, limit) => {
      const all = change(await auditChain.listChained(0, 1_000))
      return all.filter(({ position }) => position > after).slice(0, limit)
    },
  }))
}

function withSeal(change: (seal: AuditSeal) => AuditSeal | undefined): Store {
  return through(({ auditChain }) => ({
    findSeal: async () => {
      const seal = await auditChain.findSeal()
      return seal && change(seal)
    },
  }))
}

/** The same records with something in the chain's place. */
function through(replace: (tx: Transaction) => Partial<Transaction['auditChain']>): Store {
  return {
    ...ports.store,
    transaction: (work) =>
      ports.store.transaction((tx) =>
        work({ ...tx, auditChain: { ...tx.auditChain, ...replace(tx) } }),
      ),
  }
}
