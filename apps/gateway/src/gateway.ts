import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { createTrustedProxies, type TrustedProxies } from '@gatehouse/auth-core/requests'
import type { Composition } from '@gatehouse/embed/parts'
import {
  createFactsOf,
  createHopWarning,
  type FactsOf,
  type RequestFactsOptions,
} from '@gatehouse/http-api'
import { defaultTerminalLimits } from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import pTimeout from 'p-timeout'
import { createBackendAccess, type ProxyParts } from './backend-access.ts'
import { createListener } from './edge/listener.ts'
import type { RequestLog } from './edge/request-log.ts'
import { createGatewayServer } from './edge/server.ts'
import { createUpgradeHandler } from './edge/upgrade-handler.ts'
import type { ExchangeEnd } from './edge/watch-exchange.ts'
import type { MetricsSnapshot } from './metrics/create-metrics.ts'
import { serveMetrics } from './metrics/serve-metrics.ts'
import { type AppParts, createOwnApp } from './own-app.ts'

/** A whole gateway. */
export interface Gateway {
  /** Starts to listen and to work. @throws {Error} When the address is taken. */
  listen(): Promise<AddressInfo>
  /**
   * Reports that it is not ready, but serves on for the delay in the settings. Then it stops listening, lets
   * work under way finish within the grace period, and closes everything. Work that has not ended two seconds
   * later is abandoned.
   */
  stop(): Promise<void>
  /** All counts and measurements, to be combined with those of other processes. */
  measure(): Promise<MetricsSnapshot>
}

/** The parts of a gateway: the core on its ports, and the background work. */
export interface GatewayParts
  extends AppParts,
    ProxyParts,
    Pick<Composition, 'close' | 'startWork' | 'whenFresh'> {
  /** Gets a line for each plain request. */
  readonly requestLog: RequestLog
  /** See `RequestFactsOptions`. */
  readonly languageOf: RequestFactsOptions['languageOf']
}

/** Connects the core with the HTTP edge, the proxy and the jobs. */
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
  const access = createBackendAccess(parts, { allowsOrigin, protocol, trustedProxies })
  const { engine, forwardAuth, proxy, terminals } = access
  const server = createGatewayServer({
    ...observersOf(parts),
    app: createOwnApp(parts, { factsOf, isDraining }),
    proxy,
    forwardAuth,
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
  const listener = createListener(server)
  const work = parts.startWork(() => terminals.count())
  const metricsServer =
    parts.metrics && serveMetrics(parts.metrics, { listener, terminals, settings, log })

  /** Lets work under way finish. A hanging mail server or database does not delay the end. */
  async function finishWork(): Promise<void> {
    const graceMs = settings.shutdown.graceSeconds * 1000
    const grace = { milliseconds: graceMs, message: false } as const
    await Promise.all([
      listener.drain(graceMs),
      pTimeout(terminals.close(spreadMs(graceMs)), grace),
      pTimeout(work.stopWork(), grace),
    ])
    // Until now other processes had to know that this one works, and it needed current keys.
    // While the database is unreachable, its note of life runs out by itself.
    await pTimeout(work.stopServing(), lastWait).catch(() => undefined)
  }

  async function closeAll(): Promise<void> {
    await sleep(settings.shutdown.delaySeconds * 1000)
    await finishWork()
    await engine.close()
    await metricsServer?.close()
    await pTimeout(parts.close(), lastWait)
  }

  return {
    measure: async () => (await parts.metrics?.registry.getMetricsAsJSON()) ?? [],
    async listen() {
      const address = await listener.listen(settings.http)
      metricsServer?.start()
      return address
    },
    async stop() {
      draining = true
      const { delaySeconds, graceSeconds } = settings.shutdown
      const milliseconds = (delaySeconds + graceSeconds + lastSeconds) * 1000
      await pTimeout(closeAll(), { milliseconds, message: false })
      // No line of a request may come after the line about the end.
      parts.requestLog.flush()
    },
  }
}

/** The observers that count and log connections and requests. */
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
  { languageOf, log, ports, settings: { clients } }: GatewayParts,
  trustedProxies: TrustedProxies,
): FactsOf {
  return createFactsOf({
    agents: { cli: clients.cliUserAgents, vscode: clients.vscodeUserAgents },
    trustedProxies,
    onUnreadableHop: createHopWarning(log),
    languageOf,
    now: () => ports.clock.now(),
  })
}

/** Allows pages of the service's own origin and of the listed origins. */
function createOriginRule({ http }: Settings): (origin: string) => boolean {
  const allowed = new Set([new URL(http.publicBaseUrl).origin, ...http.corsAllowedOrigins])
  return (origin) => allowed.has(origin)
}

/** Seconds after delay and grace, for work that should take no time. */
const lastSeconds = 2

/** The time limit for closing adapters after all work has ended. */
const lastWait = { milliseconds: 1000, message: false } as const

/** Time is left for the last terminals to answer the close frame. */
function spreadMs(graceMs: number): number {
  return Math.max(graceMs / 2, graceMs - defaultTerminalLimits.closeSeconds * 1000)
}
