import type { Ports } from '../ports/ports.ts'

/** The effects of a forced rotation, and the number of processes concerned. */
export interface ForcedRotationPreview {
  /** Sessions that go on and have a token that has not expired. */
  readonly sessions: number
  /** Open terminals, by the last heartbeat of each replica. */
  readonly terminals: number
  /** Replicas that are alive. */
  readonly replicas: number
}

/** Counts what {@link forceKeyRotation} would end, and changes nothing. */
export async function previewForcedRotation(
  ports: Pick<Ports, 'clock' | 'store'>,
): Promise<ForcedRotationPreview> {
  return ports.store.transaction(async (tx) => {
    const now = ports.clock.now()
    const replicas = await tx.replicas.findAlive(now)
    return {
      sessions: await tx.sessions.countLive(now),
      terminals: replicas.reduce((sum, { terminals }) => sum + terminals, 0),
      replicas: replicas.length,
    }
  })
}
