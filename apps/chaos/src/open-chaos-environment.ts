import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type GatewayProcess,
  type MailServer,
  startGateway,
  startMailServer,
  unlimited,
} from '@gatehouse/gateway/testing'
import { startSharedTerminalBackend, type TerminalBackend } from '@gatehouse/proxy/testing'
import { freePort } from '@gatehouse/test-services'
import { startBalancer } from './balancer.ts'
import {
  type ChaosEnvironment,
  codeSeconds,
  type OpenLeg,
  type Replica,
  type StoreName,
} from './chaos-environment.ts'
import type { Leg } from './legs/leg.ts'
import { type OpenStore, openPostgresStore, openSqliteStore } from './open-store.ts'
import { startRelay } from './relay.ts'

/** Milliseconds before a gateway that ended by itself is started again. */
const restartMs = 500

/** Milliseconds that a gateway may take to start. */
const startTimeoutMs = 60_000

/** What is opened. */
export interface EnvironmentOptions {
  readonly store: StoreName
  /** What the test takes in besides. */
  readonly leg?: Leg | undefined
}

/** Starts all gateways, the balancer and the database. */
export async function openChaosEnvironment(options: EnvironmentOptions): Promise<ChaosEnvironment> {
  const closeActions: CloseActions = []
  const close = async () => {
    for (const end of closeActions.toReversed()) await end()
  }
  try {
    return { ...(await openParts(closeActions, options)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The functions that stop everything, in the order of the starts. */
type CloseActions = (() => Promise<unknown> | unknown)[]

async function openParts(
  closeActions: CloseActions,
  { store: storeName, leg }: EnvironmentOptions,
): Promise<Omit<ChaosEnvironment, 'close'>> {
  const later = (end: CloseActions[number]) => void closeActions.push(end)
  const balancerPort = await freePort()
  const url = `http://127.0.0.1:${balancerPort}`
  const opened = await leg?.open({ later, url })
  const store = await openStore(storeName, opened)
  later(() => store.close())
  const mail = await startMailServer()
  later(() => mail.stop())
  const backend = await startSharedTerminalBackend()
  later(() => backend.close())
  const settings = { ...settingsOf({ store, mail, backend }), ...opened?.settings }
  const gateways: Replica[] = []
  for (const name of namesOf(storeName, leg)) {
    const own = { ...settings, ...opened?.settingsOf?.(name) }
    gateways.push(await openReplica(closeActions, { name, settings: own, store }))
  }
  const ports = gateways.map((gateway) => Number(new URL(gateway.url).port))
  const balancer = await startBalancer(ports, balancerPort)
  later(() => balancer.close())
  const { database, stop, start } = store
  const databaseOfAll = { database, stopDatabase: stop, startDatabase: start }
  return { store: storeName, leg: opened, mail, balancer, gateways, settings, ...databaseOfAll }
}

function openStore(name: StoreName, leg: OpenLeg | undefined): Promise<OpenStore> {
  return name === 'postgres'
    ? openPostgresStore(leg?.databaseEnv)
    : openSqliteStore(leg?.dataFolder)
}

function namesOf(store: StoreName, leg: Leg | undefined): readonly string[] {
  return ['one', 'two', 'three'].slice(0, store === 'sqlite' ? 1 : (leg?.gateways ?? 3))
}

interface Surroundings {
  readonly store: OpenStore
  readonly mail: MailServer
  readonly backend: TerminalBackend
}

function settingsOf({ store, mail, backend }: Surroundings): Readonly<Record<string, string>> {
  return {
    ...unlimited,
    ...store.settings,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Gatehouse <no-reply@localhost>',
    MACHINE_BACKEND_URL: backend.url,
    TRUSTED_PROXIES: '127.0.0.1',
    TERMINAL_MAX_PER_NETWORK: '10000',
    // Tokens and codes expire while the test runs.
    JWT_EXPIRY_HOURS: '0.005',
    OTP_MINUTES: String(codeSeconds / 60),
    OTP_DEFAULT: 'on',
    SHUTDOWN_DELAY_SECONDS: '3',
    SHUTDOWN_GRACE_SECONDS: '3',
  }
}

interface ReplicaOptions {
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  readonly store: OpenStore
}

async function openReplica(
  closeActions: CloseActions,
  { name, settings, store }: ReplicaOptions,
): Promise<Replica> {
  const relay = await startRelay(store.port)
  closeActions.push(() => relay.close())
  const port = await freePort()
  const start = () => startGateway({ ...settings, ...store.over(relay), PORT: String(port) })
  let running = await start()
  const ended: GatewayProcess[] = []
  closeActions.push(() => running.kill())
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    relay,
    process: () => running,
    async start() {
      ended.push(running)
      running = await untilStarted(start)
    },
    log: () => [...ended, running].flatMap(({ output }) => output),
  }
}

/** Retries the start, as a service manager does: a gateway does not start without its database. */
async function untilStarted(start: () => Promise<GatewayProcess>): Promise<GatewayProcess> {
  const deadline = Date.now() + startTimeoutMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(restartMs)
    }
  }
}
