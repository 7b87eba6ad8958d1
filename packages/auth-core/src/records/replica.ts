/** One process that serves, as its heartbeat records it for the others. */
export interface Replica {
  /** `Ports.replicaId` of the process. */
  readonly id: string
  /** When the process began to serve. */
  readonly startedAt: Date
  /** It counts as alive until this moment, which each heartbeat moves on. A killed process sends none. */
  readonly aliveUntil: Date
  /** How many terminals it has open. */
  readonly terminals: number
  /** Fingerprint of the master key that it seals with. No secret. */
  readonly sealsWith: string
}

/**
 * Seconds for which a process counts as alive after a heartbeat. The leases of a killed process are
 * free for others no later than that.
 */
export const replicaTtlSeconds = 10
