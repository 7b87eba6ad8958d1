import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Mailer } from '@gatehouse/auth-core'
import { defaultTerminalLimits } from '@gatehouse/proxy'
import type { Express } from 'express'
import { type AppOptions, createApp } from './api/app.ts'
import { type AttemptSealer, createAttemptCookies } from './api/attempt-cookies.ts'
import type { Dependency } from './api/health.ts'
import type { OidcEdge } from './api/oidc-router.ts'
import { createBackendAccess, type ProxyParts } from './backend-access.ts'
import type { MetricsSnapshot } from './cluster/ipc.ts'
import { atMost, drain, listen } from './edge/listen-and-drain.ts'
import { createTrustedProxies } from './edge/network.ts'
import { createFactsOf, type FactsOf } from './edge/request-facts.ts'
import type { RequestLog } from './edge/request-log.ts'
import { createGatewayServer } from './edge/server.ts'
import { createUpgradeHandler } from './edge/upgrade-handler.ts'
import type { ExchangeEnd } from './edge/watch-exchange.ts'
import { createHeartbeat } from './jobs/heartbeat.ts'
import type { LiveKeyRing } from './jobs/key-ring.ts'
import type { MailHealth } from './jobs/mail-health.ts'
import { type Refreshable, startJobs } from './jobs/start-jobs.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import type { Pages } from './pages/load-pages.ts'
import type { Settings } from './settings/settings.ts'

/** A whole gateway. */
export interface Gateway {
  /** Starts listening and working. @throws {Error} When the address is taken. */
  listen(): Promise<AddressInfo>
  /**
   * Says that it is not ready, but goes on for the delay in the settings; then listens no more, lets
   * what is under way finish, as long as the grace period, and closes everything.
   */
  stop(): Promise<void>
  /** Everything that was counted and measured, to be put together with that of other processes. */
  measure(): Promise<MetricsSnapshot>
}

/** What a gateway is made of: the auth core over its ports, and what works in the background. */
export interface GatewayParts extends ProxyParts {
  /** Where each plain request leaves its line. */
  readonly requestLog: RequestLog
  readonly mailer: Mailer
  readonly mailHealth: MailHealth
  readonly keyRing: LiveKeyRing
  /** None when they are switched off. */
  readonly pages?: Pages
  /** Seals what browsers keep for us. */
  readonly sealer: AttemptSealer
  /** Names the master key in use, for other replicas. */
  readonly sealsWith: string
  /** The external providers, to be kept up to date. */
  readonly providers: readonly Refreshable[]
  readonly purgeCredentialStore: () => Promise<void>
  /** Makes what an older release stored known by its hash. */
  readonly fillApiKeyHashes: () => Promise<void>
  readonly closeAdapters: () => Promise<void>
}

/** Puts the HTTP edge, the proxy and the jobs around the core. */
export function createGateway(parts: GatewayParts): Gateway {
  const { settings, log } = parts
  const { publicBaseUrl: problemBase } = settings.http
  let draining = false
  const isDraining = () => draining
  const factsOf = createFacts(parts)
  const allowsOrigin = createOriginRule(settings)
  const protocol = problemBase.startsWith('https:') ? 'https' : 'http'
  const { engine, proxy, terminals } = createBackendAccess(parts, { allowsOrigin, protocol })
  const server = createGatewayServer({
    ...observersOf(parts),
    app: createOwnApp(parts, { factsOf, isDraining }),
    proxy,
    upgrade: createUpgradeHandler({ terminals, factsOf, protocol, problemBase, log }),
    factsOf,
    allowsOrigin,
    problemBase,
    limits: settings.http,
    isDraining,
    log,
  })
  const heartbeat = createHeartbeat({ ...parts, terminals: () => terminals.count() })
  const workers = startJobs({ ...parts, heartbeat, observer: parts.metrics?.jobs })
  const metricsServer =
    parts.metrics && serveMetrics(parts.metrics, { server, terminals, settings, log })

  return {
    measure: async () => (await parts.metrics?.registry.getMetricsAsJSON()) ?? [],
    async listen() {
      const address = await listen(server, settings.http)
      metricsServer?.start()
      return address
    },
    async stop() {
      draining = true
      await sleep(settings.shutdown.delaySeconds * 1000)
      const graceMs = settings.shutdown.graceSeconds * 1000
      await Promise.all([
        drain(server, graceMs),
        atMost(graceMs, terminals.close(spreadMs(graceMs))),
        atMost(graceMs, workers.stop()),
      ])
      // When the database is away the note runs out by itself.
      await atMost(
        lastMs,
        heartbeat.leave().catch(() => undefined),
      )
      await engine.close()
      await metricsServer?.close()
      await atMost(lastMs, parts.closeAdapters())
      // No line of a request comes behind the one that says it is over.
      parts.requestLog.flush()
    },
  }
}

function createOwnApp(
  parts: GatewayParts,
  shared: Pick<AppOptions, 'factsOf' | 'isDraining'>,
): Express {
  const { auth, log, pages, settings } = parts
  return createApp({
    ...shared,
    auth,
    edition: settings.edition,
    maxBodyBytes: settings.http.maxBodyBytes,
    dependencies: dependenciesOf(parts),
    publicBaseUrl: settings.http.publicBaseUrl,
    ...(pages && { pages }),
    oidc: createOidcEdge(parts),
    log,
  })
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

function createFacts({ ports, settings: { clients, http } }: GatewayParts): FactsOf {
  return createFactsOf({
    agents: { cli: clients.cliUserAgents, vscode: clients.vscodeUserAgents },
    trustedProxies: createTrustedProxies(http.trustedProxies),
    now: () => ports.clock.now(),
  })
}

function createOidcEdge({ settings, sealer }: GatewayParts): OidcEdge {
  const secure = settings.oidc.redirectBaseUrl.startsWith('https:')
  return {
    providers: settings.oidc.providers.map(({ name }) => name),
    attempts: createAttemptCookies({ sealer, secure }),
    pages: {
      dashboardUrl: settings.pages.urls.dashboard,
      workspacePickerUrl: settings.pages.urls.workspaces,
      loginUrl: settings.pages.urls.signIn,
    },
  }
}

/** What `/readyz` asks. */
function dependenciesOf({ mailer, ports }: GatewayParts): readonly Dependency[] {
  return [
    { name: 'database', check: () => ports.store.checkReady() },
    { name: 'credential_store', check: () => ports.credentialStore.checkReady() },
    { name: 'mail', check: () => mailer.checkReady() },
  ]
}

/** Pages of the service's own origin, and of those that are listed. */
function createOriginRule({ http }: Settings): (origin: string) => boolean {
  const allowed = new Set([new URL(http.publicBaseUrl).origin, ...http.corsAllowedOrigins])
  return (origin) => allowed.has(origin)
}

/** How long adapters may take to close when nothing is under way any more. */
const lastMs = 1000

/** Time is left for the last terminals to answer the close frame. */
function spreadMs(graceMs: number): number {
  return Math.max(graceMs / 2, graceMs - defaultTerminalLimits.closeSeconds * 1000)
}
