import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach } from '@jest/globals'
import {
  createMachineBackend,
  type MachineBackend,
  type MachineBackendOptions,
} from '../src/machine-backend.ts'
import { temporaryDirectory } from './temporary-directory.ts'

/** A machine backend that runs for one test. */
export interface RunningBackend {
  readonly port: number
  /** Stops it; done after the test in any case. */
  readonly stop: () => Promise<void>
  /** Asks it over HTTP. @param path With the query. */
  readonly request: (path: string, init?: RequestInit) => Promise<Response>
}

const started: MachineBackend[] = []
afterEach(async () => {
  await Promise.all(started.splice(0).map((backend) => backend.stop()))
})

/**
 * A machine backend on a free port, stopped after the test. It keeps its data in a new directory
 * unless one is given; its shells are at home there, where no one's start-up files are.
 */
export async function runBackend({
  dataDir = temporaryDirectory(),
  ...options
}: Partial<MachineBackendOptions> = {}): Promise<RunningBackend> {
  const shellEnv = { PATH: process.env.PATH, HOME: dataDir }
  const backend = createMachineBackend({ dataDir, shellEnv, ...options })
  started.push(backend)
  backend.server.listen(0, '127.0.0.1')
  await once(backend.server, 'listening')
  // A TCP server that listens has an address object.
  const { port } = backend.server.address() as AddressInfo
  return {
    port,
    request: (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init),
    stop: () => backend.stop(),
  }
}

/** The headers the gateway sets for a user of that tenant. */
export function identityOf(tenantId: string): Record<string, string> {
  return { 'X-Gatehouse-User-Id': 'user-1', 'X-Gatehouse-Tenant-Id': tenantId }
}
