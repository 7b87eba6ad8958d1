import { secondsAfter } from '../lib/time.ts'
import type { Ports } from '../ports/ports.ts'
import { replicaTtlSeconds } from '../records/replica.ts'

/** What a heartbeat records about this process. */
export interface HeartbeatOptions {
  /** The replica's id, the clock, and the store for the note. */
  readonly ports: Pick<Ports, 'clock' | 'replicaId' | 'store'>
  /** The number of terminals that are open now. */
  readonly terminals: () => number
  /** Names the master key that this process seals with. */
  readonly sealsWith: string
}

/** The note that tells other processes that this one is serving. */
export interface Heartbeat {
  /** Writes the note again; it is valid for `replicaTtlSeconds`. @throws {PortError} When the store fails. */
  note(): Promise<void>
  /**
   * Removes the note, so that others may take over what this process holds. @throws {PortError} As `note`.
   */
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
