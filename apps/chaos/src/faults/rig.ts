import { randomBytes } from 'node:crypto'
import {
  createRandom,
  type MailServer,
  startMailServer,
  unlimited,
} from '@gatehouse/gateway/testing'
import { startSharedTerminalBackend } from '@gatehouse/proxy/testing'
import { createDatabase, type TestDatabase } from '@gatehouse/sql/testing'
import { freePort } from '@gatehouse/test-services'
import { type Relay, startRelay } from '../relay.ts'
import { createGateway, type Gateway } from './gateway.ts'
import type { Lab } from './lab.ts'

/** Settings of a gateway. */
export type Settings = Readonly<Record<string, string>>

/** What a scenario works with. All that it opens is closed when it is over. */
export interface Rig {
  /** What the scenarios of one command share. */
  readonly lab: Lab
  /** Draws a whole number from 0 to below this one. */
  readonly random: (below: number) => number
  /** Notes what was seen, and whether it is as it must be. */
  check(seen: string, isSo: boolean): void
  /** Tells the person who waits what happens now. */
  say(line: string): void
  /** Has this done when the scenario is over, the last first. */
  defer(end: () => unknown): void
  /** A way to a server on loopback that can be harmed. */
  relayTo(port: number): Promise<Relay>
  /** A database, a mail server and a backend, with the settings of gateways on them. */
  surroundings(more?: Settings): Promise<Surroundings>
  /** A gateway process. Its address stays when it is started again. */
  gateway(settings: Settings): Promise<Gateway>
}

/** What gateways share. */
export interface Surroundings {
  readonly database: TestDatabase
  readonly mail: MailServer
  readonly settings: Settings
  /** The port of the database server. */
  readonly databasePort: number
  /** The same settings over another way to the database. */
  over(relay: Pick<Relay, 'port'>): Settings
}

/** A rig with what closes it and what was seen. */
export interface OpenRig extends Rig {
  /** Whether each is as it must be. */
  readonly seen: readonly (readonly [string, boolean])[]
  /** Warnings and errors that the gateways have logged so far, each after the port of its gateway. */
  warnings(): readonly string[]
  close(): Promise<void>
}

/** Opens one. @param say Called with a line for each step. */
export function openRig(lab: Lab, seed: number, say: (line: string) => void): OpenRig {
  const ends: (() => unknown)[] = []
  const seen: (readonly [string, boolean])[] = []
  const gateways: Gateway[] = []
  const defer = (end: () => unknown) => void ends.push(end)
  return {
    lab,
    random: createRandom(seed),
    seen,
    say,
    defer,
    warnings: () =>
      gateways.flatMap((each) =>
        each
          .process()
          .output.filter((line) => isWarning.test(line))
          .map((line) => `${each.port} ${line}`),
      ),
    check: (what, isSo) => void seen.push([what, isSo]),
    async relayTo(port) {
      const relay = await startRelay(port)
      defer(() => relay.close())
      return relay
    },
    surroundings: (more = {}) => openSurroundings(lab, defer, more),
    async gateway(settings) {
      const gateway = await createGateway({ PORT: String(await freePort()), ...settings })
      gateways.push(gateway)
      defer(() => gateway.process().kill())
      return gateway
    },
    async close() {
      for (const end of ends.toReversed()) await Promise.resolve(end()).catch(() => undefined)
    },
  }
}

/** A line that pino wrote for an operator to look at, or what a process said when it broke. */
const isWarning = /"level":(40|50|60|"warn"|"error"|"fatal")|^[^{]/

/** Those of a busy machine: a scenario that is about patience sets its own. */
const patient = {
  DATABASE_STATEMENT_TIMEOUT_SECONDS: '60',
  DATABASE_LOCK_TIMEOUT_SECONDS: '60',
}

async function openSurroundings(
  lab: Lab,
  defer: Rig['defer'],
  more: Settings,
): Promise<Surroundings> {
  const server = await lab.server()
  const database = await createDatabase(server.url)
  defer(() => database.drop())
  const mail = await startMailServer()
  defer(() => mail.stop())
  const backend = await startSharedTerminalBackend()
  defer(() => backend.close())
  const settings = {
    ...unlimited,
    ...patient,
    DATABASE_URL: database.url,
    MASTER_KEY: randomBytes(32).toString('base64'),
    SMTP_URL: mail.url,
    MAIL_FROM: 'Gatehouse <no-reply@localhost>',
    MACHINE_BACKEND_URL: backend.url,
    TERMINAL_MAX_PER_NETWORK: '10000',
    SHUTDOWN_DELAY_SECONDS: '0',
    ...more,
  }
  return {
    database,
    mail,
    settings,
    databasePort: server.port,
    over({ port }) {
      const address = new URL(settings.DATABASE_URL)
      address.port = String(port)
      return { ...settings, DATABASE_URL: address.href }
    },
  }
}
