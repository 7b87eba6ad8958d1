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

/** Seconds that a code is good for: some expire when their gateway is killed. */
export const codeSeconds = 30

/** After this long a gateway that ended by itself is started again. */
const restartMs = 500

/** A gateway that cannot be started for so long never will be. */
const startPatienceMs = 60_000

/** Three gateways on a PostgreSQL of their own, behind a balancer. */
export interface TestEnvironment {
  readonly database: TestDatabase
  readonly mail: MailServer
  readonly balancer: Balancer
  readonly gateways: readonly Replica[]
  /** Those of the gateways, but straight to the database. */
  readonly settings: Readonly<Record<string, string>>
  stopDatabase(how: 'fast' | 'immediate'): Promise<void>
  /** Returns when it answers. */
  startDatabase(): Promise<void>
  close(): Promise<void>
}

/** One of the gateways. */
export interface Replica {
  readonly name: string
  readonly url: string
  /** Its way to the database. */
  readonly relay: Relay
  /** The process that runs now, or did last. */
  process(): GatewayProcess
  /** After it has ended: starts it again at the same address. */
  start(): Promise<void>
  /** What all of its processes have printed. */
  log(): readonly string[]
}

/** Sets it all up. */
export async function openTestEnvironment(): Promise<TestEnvironment> {
  const opened: (() => Promise<unknown> | unknown)[] = []
  const close = async () => {
    for (const end of opened.toReversed()) await end()
  }
  try {
    return { ...(await openParts(opened)), close }
  } catch (error) {
    await close()
    throw error
  }
}

type Opened = (() => Promise<unknown> | unknown)[]

async function openParts(opened: Opened): Promise<Omit<TestEnvironment, 'close'>> {
  let server: PostgresServer = await createPostgresServer()
  opened.push(() => removePostgresServer(server))
  const database = await createDatabase(server.url)
  const mail = await startMailServer()
  opened.push(() => mail.stop())
  const backend = await startSharedTerminalBackend()
  opened.push(() => backend.close())
  const settings = settingsOf({ database, mail, backend })
  const gateways: Replica[] = []
  for (const name of ['one', 'two', 'three']) {
    gateways.push(await openReplica(opened, { name, settings, databasePort: server.port }))
  }
  const balancer = await startBalancer(gateways.map(({ url }) => Number(new URL(url).port)))
  opened.push(() => balancer.close())
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

interface Around {
  readonly database: TestDatabase
  readonly mail: MailServer
  readonly backend: TerminalBackend
}

function settingsOf({ database, mail, backend }: Around): Readonly<Record<string, string>> {
  return {
    ...unlimited,
    DATABASE_URL: database.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Gatehouse <no-reply@localhost>',
    MACHINE_BACKEND_URL: backend.url,
    TRUSTED_PROXIES: '127.0.0.1',
    TERMINAL_MAX_PER_NETWORK: '10000',
    // Tokens and codes end while the test runs.
    JWT_EXPIRY_HOURS: '0.005',
    OTP_MINUTES: String(codeSeconds / 60),
    OTP_DEFAULT: 'on',
    SHUTDOWN_DELAY_SECONDS: '3',
    SHUTDOWN_GRACE_SECONDS: '3',
  }
}

async function openReplica(
  opened: Opened,
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
  opened.push(() => relay.close())
  const port = await freePort()
  const address = new URL(settings.DATABASE_URL ?? '')
  address.port = String(relay.port)
  const start = () => startGateway({ ...settings, PORT: String(port), DATABASE_URL: address.href })
  let running = await start()
  const ended: GatewayProcess[] = []
  opened.push(() => running.kill())
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

/** As what restarts services does: without its database a gateway does not start. */
async function untilStarted(start: () => Promise<GatewayProcess>): Promise<GatewayProcess> {
  const deadline = Date.now() + startPatienceMs
  for (;;) {
    try {
      return await start()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(restartMs)
    }
  }
}
