import { secondsAfter } from '../src/lib/time.ts'
import { replicaTtlSeconds } from '../src/records/replica.ts'
import type { TestEnvironment } from '../testing/test-environment.ts'

/** The same world as a process sees it that has a name, and is dead unless it is noted as alive. */
export function killed(environment: TestEnvironment): TestEnvironment {
  return environment.with({ ports: { replicaId: 'killed' } })
}

/** Notes that the process of {@link killed} was alive just now. */
export async function noteAlive({ ports }: TestEnvironment): Promise<void> {
  const startedAt = ports.clock.now()
  const aliveUntil = secondsAfter(startedAt, replicaTtlSeconds)
  const replica = { id: 'killed', startedAt, aliveUntil, terminals: 0, sealsWith: 'key-1' }
  await ports.store.transaction((tx) => tx.replicas.put(replica))
}
