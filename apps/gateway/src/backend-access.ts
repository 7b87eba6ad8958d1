import { type Auth, createTokenCache, lastRevocation, type Ports } from '@gatehouse/auth-core'
import {
  type AuthenticatingProxy,
  createAuthenticatingProxy,
  createHttpProxyEngine,
  createTerminalBridge,
  createUndiciEngine,
  defaultTerminalLimits,
  type ProxyEngine,
  type RejectionRenderer,
  type TerminalBridge,
} from '@gatehouse/proxy'
import type { Logger } from 'pino'
import type { SharedLimits } from './cluster/shared-with-others.ts'
import type { Metrics } from './metrics/create-metrics.ts'
import { observeEngine } from './metrics/observe-engine.ts'
import { createRejectionRenderer } from './problems/problem.ts'
import type { Settings } from './settings/settings.ts'

/** What leads to the backend is made from. */
export interface ProxyParts {
  readonly settings: Settings
  readonly log: Logger
  readonly auth: Auth
  readonly ports: Ports
  /** None when nothing reads them. */
  readonly metrics?: Metrics | undefined
  /** None when it is the only process. */
  readonly shared?: SharedLimits | undefined
}

/** What the edge decides for both ways to the backend. */
export interface ProxyRules {
  /** Whether pages of this origin may call. */
  readonly allowsOrigin: (origin: string) => boolean
  /** What clients see at their end. */
  readonly protocol: 'http' | 'https'
}

/** The two ways to the backend. */
export interface BackendAccess {
  /** For plain requests. */
  readonly proxy: AuthenticatingProxy
  /** For upgrades. */
  readonly terminals: TerminalBridge
  /** Closed when the server has drained. */
  readonly engine: Pick<ProxyEngine, 'close'>
}

/** Puts tokens, metrics and the service's own errors around the proxy and the terminal bridge. */
export function createBackendAccess(parts: ProxyParts, rules: ProxyRules): BackendAccess {
  const { auth, ports, settings } = parts
  const engine = createEngine(parts)
  const { authenticate } = createTokenCache({ auth, keyRing: ports.keyRing })
  return {
    proxy: createAuthenticatingProxy({
      engine,
      authenticate,
      protocol: rules.protocol,
      renderer: rendererOf(settings),
    }),
    terminals: createTerminals(parts, rules),
    engine,
  }
}

function createEngine({ settings, log, metrics }: ProxyParts): ProxyEngine {
  const { url: backendUrl, timeoutSeconds, maxConnections, engine: kind } = settings.backend
  const create = kind === 'undici' ? createUndiciEngine : createHttpProxyEngine
  const engine = create({
    backendUrl,
    timeoutSeconds,
    maxConnections,
    renderer: rendererOf(settings),
    answered: metrics?.exchanges.backendAnswered,
    log,
  })
  return metrics ? observeEngine(engine, metrics.exchanges) : engine
}

function createTerminals(
  { auth, log, metrics, ports: { clock, keyRing }, settings, shared }: ProxyParts,
  { allowsOrigin }: ProxyRules,
): TerminalBridge {
  return createTerminalBridge({
    backendUrl: settings.backend.url,
    authenticate: (token, at) => auth.authenticate(token, at),
    checkSessions: (ids) => auth.checkSessions(ids),
    lastRevocation: () => lastRevocation({ keys: keyRing.current(), now: clock.now() }),
    allowedOrigins: allowsOrigin,
    requireOriginForUi: true,
    clock,
    limits: { ...defaultTerminalLimits, ...settings.terminal },
    slots: shared?.terminalSlots,
    renderer: rendererOf(settings),
    observer: metrics?.terminals,
    log,
  })
}

function rendererOf({ http }: Settings): RejectionRenderer {
  return createRejectionRenderer(http.publicBaseUrl)
}
