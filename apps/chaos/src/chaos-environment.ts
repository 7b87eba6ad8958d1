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
import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import {
  createPostgresServer,
  freePort,
  type PostgresServer,
  removePostgresServer,
  startAgain,
  stopPostgresServer,
} from '@gatehouse/test-services'
import { type Balancer, startBalancer } from './balancer.ts'
import { type Relay, startRelay } from './relay.ts'

/** Seconds for which a code is valid: so short that some expire when their gateway is killed. */
export const codeSeconds = 30

/** Milliseconds before a gateway that ended by itself is started again. */
const restartMs = 500

/** Milliseconds that a gateway may take to start. */
const startTimeoutMs = 60_000

/** Three gateways on a PostgreSQL of their own, behind a balancer. */
export interface ChaosEnvironment {
  readonly database: TestDatabase
  readonly mail: MailServer
  readonly balancer: Balancer
  readonly gateways: readonly Replica[]
  /** The settings of the gateways, with the database's own address instead of a relay's. */
  readonly settings: Readonly<Record<string, string>>
  /** Stops the database server, in order or as by a power cut. */
  stopDatabase(how: 'fast' | 'immediate'): Promise<void>
  /** Starts it again. Resolves when it answers. */
  startDatabase(): Promise<void>
  /** Ends everything. */
  close(): Promise<void>
}

/** One of the gateways. */
export interface Replica {
  readonly name: string
  readonly url: string
  /** The relay between this gateway and the database. */
  readonly relay: Relay
  /** The process that runs now, or ran last. */
  process(): GatewayProcess
  /** After it has ended: starts it again at the same address. */
  start(): Promise<void>
  /** The output of all its processes. */
  log(): readonly string[]
}

/** Starts all gateways, the balancer and the database. */
export async function openChaosEnvironment(): Promise<ChaosEnvironment> {
  const closeActions: CloseActions = []
  const close = async () => {
    for (const end of closeActions.toReversed()) await end()
  }
  try {
    return { ...(await openParts(closeActions)), close }
  } catch (error) {
    await close()
    throw error
  }
}

/** The functions that stop everything, in the order of the starts. */
type CloseActions = (() => Promise<unknown> | unknown)[]

async function openParts(closeActions: CloseActions): Promise<Omit<ChaosEnvironment, 'close'>> {
  let server: PostgresServer = await createPostgresServer()
  closeActions.push(() => removePostgresServer(server))
  const database = await createDatabase(server.url)
  const mail = await startMailServer()
  closeActions.push(() => mail.stop())
  const backend = await startSharedTerminalBackend()
  closeActions.push(() => backend.close())
  const settings = settingsOf({ database, mail, backend })
  const gateways: Replica[] = []
  for (const name of ['one', 'two', 'three']) {
    gateways.push(await openReplica(closeActions, { name, settings, databasePort: server.port }))
  }
  const balancer = await startBalancer(gateways.map(({ url }) => Number(new URL(url).port)))
  closeActions.push(() => balancer.close())
  return {
    database,
    mail,
    balancer,
    gateways,
    settings,
    stopDatabase: (how) => stopPostgresServer(server, how),
    async startDatabase() {
      server = await startAgain(server)
    },
  }
}

interface Surroundings {
  readonly database: TestDatabase
  readonly mail: MailServer
  readonly backend: TerminalBackend
}

function settingsOf({ database, mail, backend }: Surroundings): Readonly<Record<string, string>> {
  return {
    ...unlimited,
    DATABASE_URL: database.url,
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

async function openReplica(
  closeActions: CloseActions,
  {
    name,
    settings,
    databasePort,
  }: {
    readonly name: string
    readonly settings: Readonly<Record<string, string>>
    readonly databasePort: number
  },
): Promise<Replica> {
  const relay = await startRelay(databasePort)
  closeActions.push(() => relay.close())
  const port = await freePort()
  const address = new URL(settings.DATABASE_URL ?? '')
  address.port = String(relay.port)
  const start = () => startGateway({ ...settings, PORT: String(port), DATABASE_URL: address.href })
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
