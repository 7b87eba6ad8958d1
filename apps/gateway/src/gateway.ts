import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHeartbeat, type LiveKeyRing } from '@gatehouse/auth-core'
import type { Store } from '@gatehouse/auth-core/ports'
import { createTrustedProxies, defaultTerminalLimits, type TrustedProxies } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import pTimeout from 'p-timeout'
import { createBackendAccess, type ProxyParts } from './backend-access.ts'
import { drain, listen } from './edge/listen-and-drain.ts'
import { createFactsOf, type FactsOf } from './edge/request-facts.ts'
import type { RequestLog } from './edge/request-log.ts'
import { createGatewayServer } from './edge/server.ts'
import { createUpgradeHandler } from './edge/upgrade-handler.ts'
import type { ExchangeEnd } from './edge/watch-exchange.ts'
import type { ClockWatch } from './jobs/clock-watch.ts'
import type { MailHealth } from './jobs/mail-health.ts'
import { type Refreshable, runJobs } from './jobs/run-jobs.ts'
import type { MetricsSnapshot } from './metrics/create-metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { type AppParts, createOwnApp } from './own-app.ts'

/** A whole gateway. */
export interface Gateway {
  /** Starts listening and working. @throws {Error} When the address is taken. */
  listen(): Promise<AddressInfo>
  /**
   * Says that it is not ready, but goes on for the delay in the settings; then listens no more, lets
   * what is under way finish, as long as the grace period, and closes everything. What has not
   * ended two seconds after that is left.
   */
  stop(): Promise<void>
  /** Everything that was counted and measured, to be put together with that of other processes. */
  measure(): Promise<MetricsSnapshot>
}

/** What a gateway is made of: the auth core over its ports, and what works in the background. */
export interface GatewayParts extends AppParts, ProxyParts {
  /** Where each plain request leaves its line. */
  readonly requestLog: RequestLog
  /** Remembers whether mails get through. */
  readonly mailHealth: MailHealth
  /** Compares the clock of this machine with the database's. */
  readonly clockWatch: ClockWatch
  /** The signing keys, read anew in the background. */
  readonly keyRing: LiveKeyRing
  /** As in `FreshTokenState`. */
  readonly whenFresh: () => Promise<void> | undefined
  /** For notes of life: no transaction of a request holds it up. */
  readonly vitalStore: Store
  /** Names the master key in use, for other replicas. */
  readonly sealsWith: string
  /** The external providers, to be kept up to date. */
  readonly providers: readonly Refreshable[]
  /** Removes what sign-ups that were given up left in the credential store. */
  readonly purgeCredentialStore: () => Promise<void>
  /** Makes what an older release stored known by its hash. */
  readonly fillApiKeyHashes: () => Promise<void>
  /** Closes the database and the connections to other services, after all requests have ended. */
  readonly closeAdapters: () => Promise<void>
}

/** Puts the HTTP edge, the proxy and the jobs around the core. */
export function createGateway(parts: GatewayParts): Gateway {
  const { settings, log } = parts
  const { publicBaseUrl: problemBase } = settings.http
  let draining = false
  const isDraining = () => draining
  const trustedProxies = createTrustedProxies(settings.http.trustedProxies)
  const factsOf = createFacts(parts, trustedProxies)
  const { whenFresh } = parts
  const allowsOrigin = createOriginRule(settings)
  const protocol = problemBase.startsWith('https:') ? 'https' : 'http'
  const { engine, proxy, terminals } = createBackendAccess(parts, { allowsOrigin, protocol })
  const server = createGatewayServer({
    ...observersOf(parts),
    app: createOwnApp(parts, { factsOf, isDraining }),
    proxy,
    upgrade: createUpgradeHandler({ terminals, factsOf, whenFresh, protocol }),
    factsOf,
    whenFresh,
    allowsOrigin,
    problemBase,
    limits: settings.http,
    trustedProxies,
    isDraining,
    log,
  })
  const heartbeat = createHeartbeat({
    ports: { ...parts.ports, store: parts.vitalStore },
    sealsWith: parts.sealsWith,
    terminals: () => terminals.count(),
  })
  const jobs = runJobs({ ...parts, heartbeat, observer: parts.metrics?.jobs })
  const metricsServer =
    parts.metrics && serveMetrics(parts.metrics, { server, terminals, settings, log })

  /** Lets what is under way finish. A mail server or a database that hangs holds up no end. */
  async function finishWork(): Promise<void> {
    const graceMs = settings.shutdown.graceSeconds * 1000
    const grace = { milliseconds: graceMs, message: false } as const
    await Promise.all([
      drain(server, graceMs),
      pTimeout(terminals.close(spreadMs(graceMs)), grace),
      pTimeout(jobs.stopWork(), grace),
    ])
    // Until now others must know that this process works, and it must know which keys are good.
    const left = jobs.stopServing().then(() => heartbeat.leave())
    // When the database is away the note runs out by itself.
    await pTimeout(left, lastWait).catch(() => undefined)
  }

  async function closeAll(): Promise<void> {
    await sleep(settings.shutdown.delaySeconds * 1000)
    await finishWork()
    await engine.close()
    await metricsServer?.close()
    await pTimeout(parts.closeAdapters(), lastWait)
  }

  return {
    measure: async () => (await parts.metrics?.registry.getMetricsAsJSON()) ?? [],
    async listen() {
      const address = await listen(server, settings.http)
      metricsServer?.start()
      return address
    },
    async stop() {
      draining = true
      const { delaySeconds, graceSeconds } = settings.shutdown
      const milliseconds = (delaySeconds + graceSeconds + lastSeconds) * 1000
      await pTimeout(closeAll(), { milliseconds, message: false })
      // No line of a request comes behind the one that says it is over.
      parts.requestLog.flush()
    },
  }
}

/** What is counted and logged of connections and requests. */
function observersOf({ requestLog, metrics }: GatewayParts) {
  return {
    onExchangeEnd(end: ExchangeEnd) {
      metrics?.exchanges.ended(end)
      requestLog.write(end)
    },
    connectionRefused: metrics?.connectionRefused,
  }
}

function createFacts(
  { ports, settings: { clients } }: GatewayParts,
  trustedProxies: TrustedProxies,
): FactsOf {
  return createFactsOf({
    agents: { cli: clients.cliUserAgents, vscode: clients.vscodeUserAgents },
    trustedProxies,
    now: () => ports.clock.now(),
  })
}

/** Pages of the service's own origin, and of those that are listed. */
function createOriginRule({ http }: Settings): (origin: string) => boolean {
  const allowed = new Set([new URL(http.publicBaseUrl).origin, ...http.corsAllowedOrigins])
  return (origin) => allowed.has(origin)
}

/** After delay and grace, for what should not take any time. */
const lastSeconds = 2

/** How long adapters may take to close when nothing is under way any more. */
const lastWait = { milliseconds: 1000, message: false } as const

/** Time is left for the last terminals to answer the close frame. */
function spreadMs(graceMs: number): number {
  return Math.max(graceMs / 2, graceMs - defaultTerminalLimits.closeSeconds * 1000)
}
