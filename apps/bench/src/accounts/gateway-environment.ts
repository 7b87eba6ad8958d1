import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  type GatewayProcess,
  type MailServer,
  startGateway,
  startMailServer,
  unlimited,
} from '@gatehouse/gateway/testing'
import { atExit } from '../processes/at-exit.ts'
import { cores, pinnedTo } from '../processes/cores.ts'
import { metricsPortIn } from '../processes/gatehouse.ts'
import { familyUse, gatewayCpu } from './cpu-meter.ts'
import type { EmptyDatabase } from './databases.ts'
import { type Mailbox, openMailbox } from './mailbox.ts'
import { sumOf } from './sum-of.ts'

/** A gateway on one database, with a mail server that takes everything. */
export interface GatewayEnvironment {
  /** The address of its auth routes. */
  readonly url: string
  readonly pid: number
  readonly mailbox: Mailbox
  /** Mails that have arrived so far. */
  mails(): number
  /** How long its start took, in milliseconds. */
  readonly startMs: number
  /** Runs some work, and measures the resources that it takes. */
  measure<Result>(
    work: () => Promise<Result>,
  ): Promise<{ readonly result: Result; readonly use: ResourceUse }>
  /** Ends both, and removes their data. */
  stop(): Promise<void>
}

/** What the gateway and its database took for some work. CPU times are in microseconds. */
export interface ResourceUse {
  /** Of the gateway's main thread. */
  readonly main: number
  /** Of the gateway's other threads. */
  readonly others: number
  /** Of the database server; `undefined` without one. */
  readonly server: number | undefined
  /** Of the store: passwords and counters of attempts are read and written outside of them. */
  readonly transactions: number
  readonly retries: number
  readonly statements: number | undefined
}

/**
 * The gateway as it is shipped, on a core of its own; only limits are lifted, and logins are
 * answered at once, so that a few clients are enough to keep it busy.
 *
 * @param masterKey In base64.
 * @param settings Settings besides these; without them no limit is ever reached.
 */
export async function startGatewayEnvironment(
  database: EmptyDatabase,
  masterKey: string,
  settings: Readonly<Record<string, string>> = unlimited,
): Promise<GatewayEnvironment> {
  const folder = await mkdtemp(join(tmpdir(), 'gatehouse-bench-'))
  const mail = await startMailServer()
  const begun = performance.now()
  const logFile = join(folder, 'log')
  const env = {
    // The backend gets no requests, unless there is one.
    MACHINE_BACKEND_URL: 'http://127.0.0.1:9',
    ...settings,
    DATA_DIR: folder,
    DATABASE_URL: database.url,
    MASTER_KEY: masterKey,
    OTP_DEFAULT: 'on',
    SMTP_URL: mail.url,
    METRICS_PORT: '0',
  }
  const gateway = await startGateway(env, { logFile })
  const startMs = performance.now() - begun
  atExit(() => gateway.signal('SIGKILL'))
  const pid = pinnedTo(cores.measured, gateway)
  const metrics = `http://127.0.0.1:${await metricsPortIn(logFile)}/metrics`
  const mailbox = openMailbox(mail)
  return {
    url: `${gateway.url}/api/auth`,
    pid,
    mailbox,
    mails: () => mail.mails.length,
    startMs,
    measure: (work) => measure(work, { pid, metrics, server: database.server }),
    async stop() {
      mailbox.close()
      await endAll(gateway, mail)
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function endAll(gateway: GatewayProcess, mail: MailServer): Promise<void> {
  await gateway.kill()
  await mail.stop()
}

/** Where the numbers come from. */
interface CounterSources {
  readonly pid: number
  /** Address. */
  readonly metrics: string
  readonly server: EmptyDatabase['server']
}

async function measure<Result>(
  work: () => Promise<Result>,
  { metrics, pid, server }: CounterSources,
) {
  // Reading the counts takes resources too, so it happens outside of the measurement.
  const counts = await readCounts(metrics, server)
  const [cpu, family] = [gatewayCpu(pid), server?.cpu()]
  const result = await work()
  const [cpuAfter, familyAfter] = [gatewayCpu(pid), server?.cpu()]
  const after = await readCounts(metrics, server)
  const use: ResourceUse = {
    main: cpuAfter.main - cpu.main,
    others: cpuAfter.others - cpu.others,
    server: family && familyAfter && familyUse(family, familyAfter),
    transactions: after.transactions - counts.transactions,
    retries: after.retries - counts.retries,
    statements: server && after.statements - counts.statements,
  }
  return { result, use }
}

async function readCounts(metrics: string, server: EmptyDatabase['server']) {
  const text = await (await fetch(metrics)).text()
  return {
    transactions: sumOf(text, 'gatehouse_database_transaction_duration_seconds_count'),
    retries: sumOf(text, 'gatehouse_database_transaction_retries_total'),
    statements: (await server?.statements()) ?? 0,
  }
}
