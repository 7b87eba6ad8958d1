import type { ReplicaRepository } from '../../../src/ports/index.ts'
import { copyOf } from '../copy-of.ts'
import type { StateOfTransaction } from './memory-state.ts'
import { removeRows, selectRows } from './rows.ts'

/** The replicas of one transaction. */
export function memoryReplicas(state: StateOfTransaction): ReplicaRepository {
  return {
    async put(replica) {
      state().replicas.set(replica.id, copyOf(replica))
    },

    async remove(id) {
      state().replicas.delete(id)
    },

    async findAlive(now) {
      const alive = selectRows(state().replicas, ({ aliveUntil }) => aliveUntil > now)
      return alive.sort((one, other) => one.startedAt.getTime() - other.startedAt.getTime())
    },

    async removeDead(now) {
      return removeRows(state().replicas, ({ aliveUntil }) => aliveUntil <= now)
    },
  }
}
