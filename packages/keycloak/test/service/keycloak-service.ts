import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cacheFolder } from './cache-folder.ts'
import { ensureDistribution } from './distribution.ts'
import { findJavaHome } from './find-java.ts'
import {
  forgetService,
  isAlive,
  type KeycloakService,
  readService,
  runningService,
  writeService,
} from './service-file.ts'

/** How long a start may take on a busy machine, the first tables included. */
const patienceSeconds = 300

/**
 * Starts a Keycloak with an empty database on loopback, or finds the one that runs.
 *
 * @param say - Told what is going on.
 */
export async function startKeycloak(say: (line: string) => void): Promise<KeycloakService> {
  const running = runningService()
  if (running) return running
  const dead = readService()
  if (dead) await rm(dead.dataFolder, { recursive: true, force: true })
  const javaHome = findJavaHome()
  const home = await ensureDistribution(javaHome, say)
  const service = await spawnServer(home, javaHome)
  say('starting it')
  try {
    await untilReady(service)
  } catch (error) {
    await endProcess(service)
    throw error
  }
  await writeService(service)
  return service
}

/** Stops the service and removes its data. */
export async function stopKeycloak(): Promise<void> {
  const service = readService()
  if (service === undefined) return
  await endProcess(service)
  await forgetService()
}

async function spawnServer(home: string, javaHome: string): Promise<KeycloakService> {
  const dataFolder = await mkdtemp(join(cacheFolder, 'keycloak-data-'))
  const port = await freePort(Number(process.env.KEYCLOAK_PORT ?? 8180))
  const managementPort = await freePort(Number(process.env.KEYCLOAK_MANAGEMENT_PORT ?? 9180))
  const admin = { username: 'admin', password: randomBytes(16).toString('base64url') }
  const log = openSync(logFile(dataFolder), 'a')
  const server = spawn('sh', ['bin/kc.sh', 'start', '--optimized'], {
    cwd: home,
    detached: true,
    stdio: ['ignore', log, log],
    env: {
      ...process.env,
      JAVA_HOME: javaHome,
      JAVA_OPTS_KC_HEAP: '-Xms64m -Xmx512m',
      // It does not live long enough for the second compiler to pay.
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
    },
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

async function untilReady(service: KeycloakService): Promise<void> {
  const end = Date.now() + patienceSeconds * 1000
  while (!(await isReady(service))) {
    if (!isAlive(service) || Date.now() > end) {
      const log = readFileSync(logFile(service.dataFolder), 'utf8')
      throw new Error(`Keycloak did not come up:\n${log.slice(-4000)}`)
    }
    await sleep(1000)
  }
}

async function isReady({ managementUrl }: KeycloakService): Promise<boolean> {
  try {
    return (await fetch(`${managementUrl}/health/ready`)).ok
  } catch {
    return false
  }
}

async function endProcess(service: KeycloakService): Promise<void> {
  const end = Date.now() + 30_000
  signalGroup(service.pid, 'SIGTERM')
  while (isAlive(service) && Date.now() < end) await sleep(100)
  signalGroup(service.pid, 'SIGKILL')
  await rm(service.dataFolder, { recursive: true, force: true })
}

function signalGroup(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-pid, signal)
  } catch {
    // It is gone already.
  }
}

function logFile(dataFolder: string): string {
  return join(dataFolder, 'server.log')
}

/** The port that is wanted, or any other when somebody has it. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', () =>
      wanted === 0 ? reject(new Error('no free port')) : resolve(freePort(0)),
    )
    probe.listen(wanted, '127.0.0.1', () => {
      const address = probe.address()
      const port = typeof address === 'object' && address ? address.port : wanted
      probe.close(() => resolve(port))
    })
  })
}
