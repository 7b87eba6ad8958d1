import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

/** What this process lets others know. */
export interface HeartbeatOptions {
  /** The replica's id, the time, and where the note is written. */
  readonly ports: Pick<Ports, 'clock' | 'replicaId' | 'store'>
  /** How many terminals are open now. */
  readonly terminals: () => number
  /** Names the master key that this process seals with. */
  readonly sealsWith: string
}

/** The note by which others know that this process serves. */
export interface Heartbeat {
  /** Writes it anew; what it says holds for a while. @throws {PortError} When the store fails. */
  note(): Promise<void>
  /** Takes it away: others may take over what this process holds. @throws {PortError} As `note`. */
  leave(): Promise<void>
}

/** A heartbeat under the `replicaId` of this process; `startedAt` is the moment of this call. */
export function createHeartbeat({ ports, terminals, sealsWith }: HeartbeatOptions): Heartbeat {
  const { clock, replicaId: id, store } = ports
  const startedAt = clock.now()
  return {
    async note() {
      const aliveUntil = secondsAfter(clock.now(), replicaTtlSeconds)
      const replica = { id, startedAt, aliveUntil, terminals: terminals(), sealsWith }
      await store.transaction((tx) => tx.replicas.put(replica))
    },

    async leave() {
      await store.transaction((tx) => tx.replicas.remove(id))
    },
  }
}
