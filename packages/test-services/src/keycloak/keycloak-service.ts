import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from '../cache-folder.ts'
import { freePort } from '../free-port.ts'
import { type KeycloakService, keycloakFile } from './find-keycloak-service.ts'
import { startServer, stopServer } from './server-process.ts'

/**
 * Starts a Keycloak with an empty database on loopback, or finds the one that runs.
 *
 * @param say - Called with a line for each step.
 */
export async function startKeycloak(say: (line: string) => void): Promise<KeycloakService> {
  const running = keycloakFile.running()
  if (running) return running
  const dead = keycloakFile.read()
  if (dead) await rm(dead.dataFolder, { recursive: true, force: true })
  await mkdir(cacheFolder, { recursive: true })
  const dataFolder = await mkdtemp(join(cacheFolder, 'keycloak-data-'))
  try {
    const service = await startServer({
      port: await freePort(Number(process.env.KEYCLOAK_PORT ?? 8180)),
      managementPort: await freePort(Number(process.env.KEYCLOAK_MANAGEMENT_PORT ?? 9180)),
      dataFolder,
      admin: newAdmin(),
      say,
    })
    await keycloakFile.write(service)
    return service
  } catch (error) {
    await rm(dataFolder, { recursive: true, force: true })
    throw error
  }
}

/** Stops the service and removes its data. */
export async function stopKeycloak(): Promise<void> {
  const service = keycloakFile.read()
  if (service === undefined) return
  await stopServer(service)
  await rm(service.dataFolder, { recursive: true, force: true })
  await keycloakFile.forget()
}

/** An administrator with a new password. */
export function newAdmin(): KeycloakService['admin'] {
  return { username: 'admin', password: randomBytes(16).toString('base64url') }
}
