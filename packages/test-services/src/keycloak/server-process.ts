import { spawn } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { endProcess, isAlive, killProcess } from '../process-group.ts'
import { until } from '../until.ts'
import { ensureDistribution } from './distribution.ts'
import { findJavaHome } from './find-java.ts'
import type { KeycloakService } from './find-keycloak-service.ts'

/** The address and the data of a server. */
export interface ServerOptions {
  /** The TCP port for HTTP. */
  readonly port: number
  /** The TCP port of the health checks. */
  readonly managementPort: number
  /** The folder of its database and its log. */
  readonly dataFolder: string
  /** The administrator that it makes when its database is empty. */
  readonly admin: KeycloakService['admin']
  /** Settings of Keycloak and Java that add to ours, or replace them. */
  readonly env?: Readonly<Record<string, string>>
  /** Called with a line for each step. */
  readonly say: (line: string) => void
}

/** How long a start may take on a busy machine, the first tables included. */
const startSeconds = 300

/**
 * Starts a server on loopback and waits until it is ready.
 *
 * @throws {Error} With its log, if it is not.
 */
export async function startServer(options: ServerOptions): Promise<KeycloakService> {
  const javaHome = findJavaHome()
  const home = await ensureDistribution(javaHome, options.say)
  const service = spawnServer(home, javaHome, options)
  options.say('starting it')
  try {
    await untilReady(service)
    return service
  } catch (error) {
    await stopServer(service)
    throw error
  }
}

/** Stops a server in order, and kills it if that takes longer than 30 seconds. */
export function stopServer(service: KeycloakService): Promise<void> {
  return endProcess(service, 'SIGTERM')
}

/** Kills a server at once. Resolves when the process is gone. */
export function killServer(service: KeycloakService): Promise<void> {
  return killProcess(service)
}

/** The file that the output of a server goes to. */
export function logFile({ dataFolder }: Pick<KeycloakService, 'dataFolder'>): string {
  return join(dataFolder, 'server.log')
}

function spawnServer(home: string, javaHome: string, options: ServerOptions): KeycloakService {
  const { port, managementPort, admin, dataFolder } = options
  const log = openSync(logFile(options), 'a')
  const server = spawn('sh', ['bin/kc.sh', 'start', '--optimized'], {
    cwd: home,
    detached: true,
    stdio: ['ignore', log, log],
    env: { ...process.env, JAVA_HOME: javaHome, ...settingsOf(options), ...options.env },
  })
  server.unref()
  closeSync(log)
  if (server.pid === undefined) throw new Error('there is no shell to start Keycloak with')
  return {
    url: `http://127.0.0.1:${port}`,
    managementUrl: `http://127.0.0.1:${managementPort}`,
    admin,
    pid: server.pid,
    dataFolder,
  }
}

function settingsOf({ port, managementPort, admin, dataFolder }: ServerOptions) {
  return {
    JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
    // The server does not run long enough for the second compiler to pay off.
    JAVA_OPTS_APPEND: '-XX:TieredStopAtLevel=1',
    KC_HTTP_ENABLED: 'true',
    KC_HTTP_HOST: '127.0.0.1',
    KC_HTTP_PORT: String(port),
    KC_HTTP_MANAGEMENT_HOST: '127.0.0.1',
    KC_HTTP_MANAGEMENT_PORT: String(managementPort),
    KC_HOSTNAME_STRICT: 'false',
    KC_CACHE: 'local',
    KC_DB_URL: `jdbc:h2:file:${join(dataFolder, 'keycloak')};NON_KEYWORDS=VALUE`,
    KC_BOOTSTRAP_ADMIN_USERNAME: admin.username,
    KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
  }
}

function untilReady(service: KeycloakService): Promise<void> {
  return until(() => isReady(service), {
    seconds: startSeconds,
    pollMs: 300,
    failure(isOver) {
      if (isAlive(service) && !isOver) return undefined
      const log = readFileSync(logFile(service), 'utf8')
      return `Keycloak did not come up:\n${log.slice(-4000)}`
    },
  })
}

async function isReady({ managementUrl }: KeycloakService): Promise<boolean> {
  try {
    return (await fetch(`${managementUrl}/health/ready`)).ok
  } catch {
    return false
  }
}
