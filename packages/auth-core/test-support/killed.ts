import { secondsAfter } from '../src/lib/time.ts'
import { aliveSeconds } from '../src/records/replica.ts'
import type { Stage } from '../testing/stage.ts'

/** The same world as a process sees it that has a name, and is dead unless it is noted as alive. */
export function killed(stage: Stage): Stage {
  return stage.with({ ports: { replicaId: 'killed' } })
}

/** Notes that the process of {@link killed} was alive just now. */
export async function noteAlive({ ports }: Stage): Promise<void> {
  const startedAt = ports.clock.now()
  const aliveUntil = secondsAfter(startedAt, aliveSeconds)
  const replica = { id: 'killed', startedAt, aliveUntil, terminals: 0, sealsWith: 'key-1' }
  await ports.store.transaction((tx) => tx.replicas.put(replica))
}
