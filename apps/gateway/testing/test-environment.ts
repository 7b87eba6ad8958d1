import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Handler, type RecordingBackend, startSharedBackend } from '@gatehouse/proxy/testing'
import { type Api, createApi } from './api.ts'
import { type GatewayProcess, startGateway } from './gateway-process.ts'
import { type MailServer, startMailServer } from './mail-server.ts'

/** A running gateway with everything around it, all real and all on loopback. */
export interface TestEnvironment {
  readonly api: Api
  readonly mail: MailServer
  readonly backend: RecordingBackend
  readonly dataDir: string
  /** Those of the gateway, for a command or another replica. */
  readonly settings: Readonly<Record<string, string>>
  readonly gateway: () => GatewayProcess
  /** Starts the gateway again on the same data, after it was stopped or killed. */
  restart(env?: Readonly<Record<string, string>>): Promise<void>
  close(): Promise<void>
}

/**
 * Sets one up.
 *
 * @param env More settings of the gateway.
 * @param handler How the backend answers; with 200 unless told.
 */
export async function openTestEnvironment(
  env: Readonly<Record<string, string>> = {},
  handler?: Handler,
): Promise<TestEnvironment> {
  const dataDir = await mkdtemp(join(tmpdir(), 'gatehouse-e2e-'))
  const mail = await startMailServer()
  const backend = await startSharedBackend(handler)
  const settings = {
    DATA_DIR: dataDir,
    SMTP_URL: mail.url,
    MACHINE_BACKEND_URL: backend.url,
    ...env,
  }
  let gateway = await startGateway(settings)
  return {
    api: createApi(() => gateway.url),
    mail,
    backend,
    dataDir,
    settings,
    gateway: () => gateway,
    async restart(more = {}) {
      gateway = await startGateway({ ...settings, ...more })
    },
    async close() {
      await gateway.kill()
      await backend.close()
      await mail.stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}
