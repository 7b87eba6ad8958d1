import { replicaTtlSeconds } from '@gatehouse/auth-core/operator'
import type { Ports } from '@gatehouse/auth-core/ports'

/** How often a process says that it is alive, in seconds: a few notes may be late, as in a pause. */
export const heartbeatSeconds = 2

/** What this process lets others know. */
export interface HeartbeatOptions {
  readonly ports: Pick<Ports, 'clock' | 'replicaId' | 'store'>
  /** How many are open now. */
  readonly terminals: () => number
  /** Names the master key that this process seals with. */
  readonly sealsWith: string
}

/** The note by which others know that this process serves. */
export interface Heartbeat {
  /** Writes it anew; what it says holds for a while. */
  note(): Promise<void>
  /** Takes it away. */
  leave(): Promise<void>
}

/** Nothing is noted until `note` is called. */
export function createHeartbeat({ ports, terminals, sealsWith }: HeartbeatOptions): Heartbeat {
  const { clock, replicaId: id, store } = ports
  const startedAt = clock.now()
  return {
    async note() {
      const aliveUntil = new Date(clock.now().getTime() + replicaTtlSeconds * 1000)
      const replica = { id, startedAt, aliveUntil, terminals: terminals(), sealsWith }
      await store.transaction((tx) => tx.replicas.put(replica))
    },

    async leave() {
      await store.transaction((tx) => tx.replicas.remove(id))
    },
  }
}
