import type { Ports } from '../ports/ports.ts'

/** What a forced rotation would end, and who would have to hear of it. */
export interface ForcedRotationPreview {
  /** That have not ended, and whose token still works. */
  readonly sessions: number
  /** As the replicas noted them last. */
  readonly terminals: number
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
