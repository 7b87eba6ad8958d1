import { readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { cacheFolder } from './cache-folder.ts'

/** A Keycloak that was started for development and tests. */
export interface KeycloakService {
  readonly url: string
  /** Where its health and its metrics are. */
  readonly managementUrl: string
  /** The administrator it was started with. */
  readonly admin: { readonly username: string; readonly password: string }
  /** The leader of its process group. */
  readonly pid: number
  /** Its data, gone when it is stopped. */
  readonly dataFolder: string
}

const file = join(cacheFolder, 'keycloak.json')

/** The service that runs, if one does. */
export function runningService(): KeycloakService | undefined {
  const service = readService()
  return service && isAlive(service) ? service : undefined
}

/** The service that was started last; it may have died since. */
export function readService(): KeycloakService | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as KeycloakService
  } catch {
    return undefined
  }
}

export async function writeService(service: KeycloakService): Promise<void> {
  await writeFile(file, JSON.stringify(service, null, 2), { mode: 0o600 })
}

export async function forgetService(): Promise<void> {
  await rm(file, { force: true })
}

/** Whether the process that leads the service's group is there. */
export function isAlive({ pid }: KeycloakService): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
