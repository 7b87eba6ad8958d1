/** One process that serves, as it notes itself for others to see. */
export interface Replica {
  readonly id: string
  readonly startedAt: Date
  /** It counts as alive until then: one that was killed notes nothing more. */
  readonly aliveUntil: Date
  /** How many terminals it has open. */
  readonly terminals: number
  /** Names the master key that it seals with. No secret. */
  readonly sealsWith: string
}

/**
 * Seconds for which a process is believed to be alive after each sign of life. What a killed one has
 * in its hands is free for others no later than that.
 */
export const replicaTtlSeconds = 10
