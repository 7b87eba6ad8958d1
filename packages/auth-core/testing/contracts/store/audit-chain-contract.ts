import { expect } from 'expect'
import type { AuditSeal, Store, Transaction } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { future, sampleEvent } from './samples.ts'

/** The promises of the audit log's chain in every store. Earlier runs may have started the chain. */
export function auditChainContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('the chain of the audit log', [
    {
      name: 'has entries wait from the moment on at which they are recorded, in that order',
      run: on(async (store) => {
        const ids = await record(store, 3)
        const waiting = await store.transaction((tx) => tx.auditChain.listWaiting(100_000))
        expect(requestsOf(waiting).filter((id) => ids.includes(id))).toEqual(ids)
        const seqs = waiting.map(({ seq }) => seq)
        expect(seqs).toEqual(seqs.toSorted((one, other) => one - other))
        expect(await store.transaction((tx) => tx.auditChain.countWaiting())).toBe(waiting.length)
        const first = await store.transaction((tx) => tx.auditChain.listWaiting(1))
        expect(first).toEqual(waiting.slice(0, 1))
      }),
    },
    {
      name: 'gives entries their links once, and lists them by their positions',
      run: on(async (store) => {
        const ids = await record(store, 3)
        const start = await endOfChain(store)
        const count = () => store.transaction((tx) => tx.auditChain.countWaiting())
        const before = await count()
        await link(store, ids, [start + 2, start + 1, start + 3])
        expect(await count()).toBe(before - 3)
        const list = (position: number, limit: number) =>
          store.transaction((tx) => tx.auditChain.listChained(position, limit))
        const chained = await list(start, 10)
        expect(requestsOf(chained)).toEqual([ids[1], ids[0], ids[2]])
        expect(chained.map(({ position }) => position - start)).toEqual([1, 2, 3])
        expect(chained.map(({ hash }) => hash)).toEqual([
          `hash of ${ids[1]}`,
          `hash of ${ids[0]}`,
          `hash of ${ids[2]}`,
        ])
        expect(await list(start + 1, 1)).toEqual(chained.slice(1, 2))
        await store.transaction((tx) =>
          tx.auditChain.link(
            chained.map((entry) => ({ ...entry, position: entry.position + 10, hash: 'x' })),
          ),
        )
        expect(await list(start, 10)).toEqual(chained)
        await store.transaction((tx) => tx.auditChain.link([]))
      }),
    },
    {
      name: 'removes from its front, and nothing that waits',
      run: on(async (store) => {
        const ids = await record(store, 4)
        const start = await endOfChain(store)
        await link(store, ids.slice(0, 3), [start + 1, start + 2, start + 3])
        const removed = await store.transaction((tx) => tx.auditChain.removeThrough(start + 2))
        expect(removed).toBeGreaterThanOrEqual(2)
        const left = await store.transaction((tx) => tx.auditChain.listChained(0, 10))
        expect(requestsOf(left)).toEqual([ids[2]])
        const waiting = await store.transaction((tx) => tx.auditChain.listWaiting(100_000))
        expect(requestsOf(waiting)).toContain(ids[3])
        expect(await store.transaction((tx) => tx.auditChain.removeThrough(start + 2))).toBe(0)
      }),
    },
    {
      name: 'numbers no entry as one that was removed',
      run: on(async (store) => {
        const ids = await record(store, 1)
        const start = await endOfChain(store)
        const removed = await link(store, ids, [start + 1])
        await store.transaction((tx) => tx.auditChain.removeThrough(start + 1))
        const [again] = await record(store, 1)
        const waiting = await store.transaction((tx) => tx.auditChain.listWaiting(100_000))
        const fresh = waiting.find(({ requestId }) => requestId === again)
        expect(fresh?.seq).toBeGreaterThan(Math.max(...removed))
      }),
    },
    {
      name: 'keeps one seal',
      run: on(async (store) => {
        const seal: AuditSeal = {
          cut: { position: 3, hash: 'cut' },
          since: future,
          head: { position: 9_007_199_254_740_991, hash: 'head' },
          signature: unique('signature'),
        }
        const other = { ...seal, head: { position: 4, hash: '' }, signature: unique('signature') }
        for (const each of [seal, other]) {
          await store.transaction((tx) => tx.auditChain.putSeal(each))
          expect(await store.transaction((tx) => tx.auditChain.findSeal())).toEqual(each)
        }
      }),
    },
    {
      name: 'is lengthened by one of two at a time, and neither sees half of what the other does',
      run: on(async (store) => {
        await record(store, 20)
        const counts = await Promise.all(Array.from({ length: 4 }, () => lengthen(store)))
        expect(counts.filter((count) => count > 0)).toHaveLength(1)
      }),
    },
  ])
}

/** Links all waiting entries, unless another test has linked some meanwhile. */
function lengthen(store: Store): Promise<number> {
  return store.transaction(async (tx) => {
    const start = await endIn(tx)
    const waiting = await tx.auditChain.listWaiting(100_000)
    await tx.auditChain.link(
      waiting.map(({ seq }, index) => ({ seq, position: start + index + 1, hash: '' })),
    )
    return waiting.length
  })
}

/** @returns The request ids of the entries. */
async function record(store: Store, count: number): Promise<readonly string[]> {
  const ids = Array.from({ length: count }, () => unique('request'))
  await store.transaction(async (tx) => {
    for (const requestId of ids) await tx.auditLog.record(sampleEvent({ requestId }))
  })
  return ids
}

/** Links the entries of these requests. @returns Their numbers. */
function link(
  store: Store,
  requestIds: readonly string[],
  positions: readonly number[],
): Promise<readonly number[]> {
  return store.transaction(async (tx) => {
    const waiting = await tx.auditChain.listWaiting(100_000)
    const links = requestIds.map((requestId, index) => ({
      seq: waiting.find((entry) => entry.requestId === requestId)?.seq ?? 0,
      position: positions[index] ?? 0,
      hash: `hash of ${requestId}`,
    }))
    await tx.auditChain.link(links)
    return links.map(({ seq }) => seq)
  })
}

function endOfChain(store: Store): Promise<number> {
  return store.transaction(endIn)
}

async function endIn({ auditChain }: Transaction): Promise<number> {
  return (await auditChain.listChained(0, 100_000)).at(-1)?.position ?? 0
}

function requestsOf(entries: readonly { readonly requestId: string | null }[]) {
  return entries.map(({ requestId }) => requestId ?? '')
}
