import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createHeartbeat, createTokenCache, type LiveKeyRing } from '@gatehouse/auth-core'
import { lastRevocation } from '@gatehouse/auth-core/operator'
import pTimeout from 'p-timeout'
import type { ExchangeEnd } from './edge/exchange-end.ts'
import { drain, listen } from './edge/listen-and-drain.ts'
import { createRequestNotes } from './edge/request-facts.ts'
import { createAccessLog } from './edge/request-log.ts'
import { createGatewayServer } from './edge/server.ts'
import { createUpgradeHandler } from './edge/upgrade.ts'
import type { MailHealth } from './jobs/mail-health.ts'
import { type Refreshable, runJobs } from './jobs/run-jobs.ts'
import type { Metrics, MetricsSnapshot } from './metrics/create-metrics.ts'
import { observeEngine } from './metrics/observe-exchanges.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { type AppParts, createOwnApp } from './own-app.ts'
import { writeProblem } from './problems/problem.ts'
import type { ProxyEngine } from './proxy/engine.ts'
import { createHttpProxyEngine } from './proxy/http-proxy-engine.ts'
import { createTerminalBridge, type TerminalBridge } from './proxy/terminal/terminal-bridge.ts'
import { defaultTerminalLimits } from './proxy/terminal/terminal-limits.ts'
import type { SharedTerminalSlots } from './proxy/terminal/terminal-slots.ts'
import { createUndiciEngine } from './proxy/undici-engine.ts'
import type { RequestLog } from './runtime/log.ts'
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
  /** Everything that was counted and measured, to be put together with that of others. */
  measure(): Promise<MetricsSnapshot>
}

/** What a gateway is made of: the auth core over its ports, and what works in the background. */
export interface GatewayParts extends AppParts {
  /** Where each plain request leaves its line. */
  readonly accessLog: RequestLog
  readonly mailHealth: MailHealth
  readonly keyRing: LiveKeyRing
  /** Names the master key in use, for other replicas. */
  readonly sealsWith: string
  /** The external providers, to be kept up to date. */
  readonly providers: readonly Refreshable[]
  readonly purgeCredentialStore: () => Promise<void>
  /** None when they are not to be read. */
  readonly metrics?: Metrics | undefined
  /** Those of several processes; none when this is the only one. */
  readonly terminalSlots?: SharedTerminalSlots | undefined
  /** Makes what an older release stored known by its hash. */
  readonly fillApiKeyHashes: () => Promise<void>
  readonly closeAdapters: () => Promise<void>
}

/** Puts the HTTP edge, the proxy and the jobs around the core. */
export function createGateway(parts: GatewayParts): Gateway {
  const { settings, ports, log } = parts
  const { publicBaseUrl: problemBase } = settings.http
  let draining = false
  const isDraining = () => draining
  const facts = createRequestNotes(settings, ports.clock)
  const allowsOrigin = createOriginRule(settings)
  const protocol = problemBase.startsWith('https:') ? 'https' : 'http'
  const engine = createEngine(parts)
  const terminals = createTerminals(parts, allowsOrigin)
  const app = createOwnApp(parts, { factsOf: facts.noted, isDraining })
  const upgrade = createUpgradeHandler({
    terminals,
    factsOf: facts.read,
    protocol,
    problemBase,
    log,
  })
  const tokens = createTokenCache(ports, settings.auth)
  const edge = { auth: tokens, engine, upgrade, allowsOrigin, protocol, problemBase } as const
  const server = createGatewayServer({
    ...edge,
    ...observersOf(parts),
    app(request, response, from) {
      facts.note(request, from)
      app(request, response)
    },
    readFacts: facts.read,
    limits: settings.http,
    isDraining,
    log,
  })
  const heartbeat = createHeartbeat({ ...parts, terminals: () => terminals.count() })
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
      pTimeout(jobs.stop(), grace),
    ])
    // When the database is away the note runs out by itself.
    const left = heartbeat.leave().catch(() => undefined)
    await pTimeout(left, lastWait)
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
      await sleep(settings.shutdown.delaySeconds * 1000)
      await finishWork()
      await engine.close()
      await metricsServer?.close()
      await pTimeout(parts.closeAdapters(), lastWait)
      // No line of a request comes behind the one that says it is over.
      parts.accessLog.flush()
    },
  }
}

/** What is counted and logged of connections and requests. */
function observersOf({ accessLog, metrics }: GatewayParts) {
  const logEnd = createAccessLog(accessLog)
  return {
    onExchangeEnd(end: ExchangeEnd) {
      metrics?.exchanges.ended(end)
      logEnd(end)
    },
    connectionRefused: metrics?.connectionRefused,
  }
}

function createEngine({ settings, log, metrics }: GatewayParts): ProxyEngine {
  const { url: backendUrl, timeoutSeconds, maxConnections, engine: kind } = settings.backend
  const create = kind === 'undici' ? createUndiciEngine : createHttpProxyEngine
  const engine = create({
    backendUrl,
    timeoutSeconds,
    maxConnections,
    writeProblem: (response, problem) =>
      writeProblem(response, problem, settings.http.publicBaseUrl),
    answered: metrics?.exchanges.backendAnswered,
    log,
  })
  return metrics ? observeEngine(engine, metrics.exchanges) : engine
}

function createTerminals(
  { auth, keyRing, log, metrics, ports, settings, terminalSlots }: GatewayParts,
  allowsOrigin: (origin: string) => boolean,
): TerminalBridge {
  return createTerminalBridge({
    backendUrl: settings.backend.url,
    authenticate: (token, at) => auth.authenticate(token, at),
    checkSessions: (ids) => auth.checkSessions(ids),
    lastRevocation: () => lastRevocation({ keys: keyRing.current(), now: ports.clock.now() }),
    allowedOrigins: allowsOrigin,
    requireOriginForUi: true,
    clock: ports.clock,
    limits: { ...defaultTerminalLimits, ...settings.terminal },
    slots: terminalSlots,
    problemBase: settings.http.publicBaseUrl,
    observer: metrics?.terminals,
    log,
  })
}

/** Pages of the service's own origin, and of those that are listed. */
function createOriginRule({ http }: Settings): (origin: string) => boolean {
  const allowed = new Set([new URL(http.publicBaseUrl).origin, ...http.corsAllowedOrigins])
  return (origin) => allowed.has(origin)
}

/** How long adapters may take to close when nothing is under way any more. */
const lastWait = { milliseconds: 1000, message: false } as const

/** Time is left for the last terminals to answer the close frame. */
function spreadMs(graceMs: number): number {
  return Math.max(graceMs / 2, graceMs - defaultTerminalLimits.closeSeconds * 1000)
}
