/** A running process, as its heartbeat records it for others. */
export interface Replica {
  /** `Ports.replicaId` of the process. */
  readonly id: string
  /** When the process began to serve. */
  readonly startedAt: Date
  /** It counts as alive until this moment, which each heartbeat moves on. A killed process sends none. */
  readonly aliveUntil: Date
  /** The number of its open terminals. */
  readonly terminals: number
  /** The fingerprint of the master key that the process seals with. Not secret. */
  readonly sealsWith: string
}

/**
 * Seconds for which a process counts as alive after a heartbeat. After that, others may take the leases of a
 * killed process.
 */
export const replicaTtlSeconds = 10
