import { secondsAfter } from '../src/lib/time.ts'
import { replicaTtlSeconds } from '../src/records/replica.ts'
import type { TestEnvironment } from '../testing/test-environment.ts'

/** The same records through a process with a name, which is dead unless {@link noteAlive} was called. */
export function killed(environment: TestEnvironment): TestEnvironment {
  return environment.with({ ports: { replicaId: 'killed' } })
}

/** Records a heartbeat of the process of {@link killed}. */
export async function noteAlive({ ports }: TestEnvironment): Promise<void> {
  const startedAt = ports.clock.now()
  const aliveUntil = secondsAfter(startedAt, replicaTtlSeconds)
  const replica = { id: 'killed', startedAt, aliveUntil, terminals: 0, sealsWith: 'key-1' }
  await ports.store.transaction((tx) => tx.replicas.put(replica))
}
