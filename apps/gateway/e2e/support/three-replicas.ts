import { startSharedTerminalBackend } from '@gatehouse/proxy/testing'
import { type GatewayProcess, startGateway } from '../../testing/gateway-process.ts'
import { unlimited } from '../../testing/unlimited.ts'
import { openPostgresEnvironment, type PostgresEnvironment } from './postgres-environment.ts'

/** Three gateways on one PostgreSQL, before a backend with terminals. */
export interface ThreeReplicas {
  readonly environment: PostgresEnvironment
  readonly gateways: readonly GatewayProcess[]
  close(): Promise<void>
}

/** Starts them. */
export async function openThreeReplicas(): Promise<ThreeReplicas> {
  const backend = await startSharedTerminalBackend()
  const environment = await openPostgresEnvironment({
    ...unlimited,
    MACHINE_BACKEND_URL: backend.url,
  })
  const others = await Promise.all([
    startGateway(environment.settings),
    startGateway(environment.settings),
  ])
  return {
    environment,
    gateways: [environment.gateway(), ...others],
    async close() {
      for (const gateway of others) await gateway.kill()
      await environment.close()
      await backend.close()
    },
  }
}
