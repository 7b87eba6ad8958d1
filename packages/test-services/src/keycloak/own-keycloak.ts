import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import type { KeycloakService } from './find-keycloak-service.ts'
import { newAdmin } from './keycloak-service.ts'
import {
  killServer,
  logFile,
  type ServerOptions,
  startServer,
  stopServer,
} from './server-process.ts'

/** A Keycloak for one test or benchmark alone: it may be killed and overloaded. */
export interface OwnKeycloak {
  /** The server that runs now, or ran last. Its address stays the same. */
  readonly service: () => KeycloakService
  /** Where its output goes. */
  readonly logFile: string
  /** Kills the server (SIGKILL). Resolves when it is gone. */
  kill(): Promise<void>
  /** Starts it again on the same data and at the same address. */
  restart(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/**
 * Starts one on a free port, with an empty database in a temporary folder.
 *
 * @param env Settings of Keycloak and of Java on top, or in place, of those of `npm run services`.
 */
export async function openOwnKeycloak(env: ServerOptions['env'] = {}): Promise<OwnKeycloak> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gatehouse-keycloak-'))
  const options: ServerOptions = {
    port: await freePort(),
    managementPort: await freePort(),
    dataFolder,
    admin: newAdmin(),
    env: { KC_DB_URL: durableDatabase(dataFolder), ...env },
    say: () => {},
  }
  const remove = () => rm(dataFolder, { recursive: true, force: true })
  let service = await startServer(options).catch(async (error: unknown) => {
    await remove()
    throw error
  })
  // It leads a process group of its own, and would outlive this process.
  const killLast = () => void killServer(service)
  process.once('exit', killLast)
  return {
    service: () => service,
    logFile: logFile(options),
    kill: () => killServer(service),
    async restart() {
      service = await startServer(options)
    },
    async close() {
      process.off('exit', killLast)
      await stopServer(service)
      await remove()
    },
  }
}

/**
 * What was answered is in the file, as it would be with a database server. By default H2 writes
 * half a second later, and a kill would lose that.
 */
function durableDatabase(dataFolder: string): string {
  return `jdbc:h2:file:${join(dataFolder, 'keycloak')};NON_KEYWORDS=VALUE;WRITE_DELAY=0`
}
