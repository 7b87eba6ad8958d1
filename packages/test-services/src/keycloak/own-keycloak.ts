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

/** A Keycloak for a single test or benchmark, which may kill and overload it. */
export interface OwnKeycloak {
  /** The server that runs now, or ran last. Its address stays the same. */
  readonly service: () => KeycloakService
  /** The file with its output. */
  readonly logFile: string
  /** Kills the server (SIGKILL). Resolves when it is gone. */
  kill(): Promise<void>
  /** Starts it again on the same data and at the same address. */
  restart(): Promise<void>
  /** Stops it and removes its data. */
  close(): Promise<void>
}

/**
 * Starts a Keycloak on a free port, with an empty database in a temporary folder.
 *
 * @param env Settings of Keycloak and Java that add to those of `npm run services`, or replace them.
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
  // The server leads its own process group, and would outlive this process.
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
 * A database that writes each change to its file before it answers, as a database server does. By default H2
 * writes half a second later, and a kill would lose changes.
 */
function durableDatabase(dataFolder: string): string {
  return `jdbc:h2:file:${join(dataFolder, 'keycloak')};NON_KEYWORDS=VALUE;WRITE_DELAY=0`
}
