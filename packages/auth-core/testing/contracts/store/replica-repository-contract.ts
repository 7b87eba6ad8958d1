import { expect } from 'expect'
import type { Replica, Store } from '../../../src/ports/index.ts'
import { about, type Contract } from '../contract.ts'
import { type Subject, testsOf } from '../subject.ts'
import { unique } from '../unique.ts'
import { after, sampleReplica } from './samples.ts'

// Later than all records of other tests, so that no replica of theirs is alive then.
const late = new Date('2190-01-01T00:00:00Z')

/** The promises of the replicas in every store. */
export function replicaRepositoryContract(subject: Subject<Store>): Contract {
  const on = testsOf(subject, subject.open)

  return about('replicas', [
    {
      name: 'come back field for field while they are alive, the first that started first',
      run: on(async (store) => {
        const alive = { aliveUntil: after(late, 0.001) }
        const second = sampleReplica({ ...alive, startedAt: after(late, -1) })
        const first = sampleReplica({ ...alive, startedAt: after(late, -2), terminals: 0 })
        const dead = sampleReplica({ aliveUntil: late })
        await putAll(store, [second, dead, first])
        expect(await findAlive(store, late)).toEqual([first, second])
        expect(await findAlive(store, after(late, 0.001))).toEqual([])
      }),
    },
    {
      name: 'take the place of what they noted before',
      run: on(async (store) => {
        const noon = after(late, 43_200)
        const replica = sampleReplica({ aliveUntil: after(noon, 1) })
        const bystander = sampleReplica({ startedAt: late, aliveUntil: after(noon, 9) })
        const changed = { ...replica, aliveUntil: after(noon, 6), terminals: 8, sealsWith: 'key-2' }
        await putAll(store, [replica, bystander])
        await putAll(store, [changed])
        expect(await findAlive(store, noon)).toEqual([changed, bystander])
        await store.transaction(async (tx) => {
          await tx.replicas.remove(bystander.id)
          await tx.replicas.remove(unique('replica'))
        })
        expect(await findAlive(store, noon)).toEqual([changed])
      }),
    },
    {
      name: 'are removed when they are dead, and the others stay',
      run: on(async (store) => {
        const evening = after(late, 80_000)
        const alive = sampleReplica({ aliveUntil: after(evening, 1) })
        await putAll(store, [alive, sampleReplica({ aliveUntil: evening })])
        await store.transaction((tx) => tx.replicas.removeDead(after(evening, -0.001)))
        const removed = await store.transaction((tx) => tx.replicas.removeDead(evening))
        expect(removed).toBe(1)
        expect(await findAlive(store, evening)).toEqual([alive])
      }),
    },
  ])
}

async function putAll(store: Store, replicas: readonly Replica[]): Promise<void> {
  await store.transaction(async (tx) => {
    for (const replica of replicas) await tx.replicas.put(replica)
  })
}

function findAlive(store: Store, now: Date): Promise<readonly Replica[]> {
  return store.transaction((tx) => tx.replicas.findAlive(now))
}
