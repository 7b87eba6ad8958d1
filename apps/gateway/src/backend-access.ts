import {
  type Auth,
  createMachineVerifier,
  createTokenCache,
  type LiveEndings,
} from '@gatehouse/auth-core'
import { lastRevocation } from '@gatehouse/auth-core/operator'
import type { Ports } from '@gatehouse/auth-core/ports'
import {
  type AuthenticatingProxy,
  createAuthenticatingProxy,
  createHttpProxyEngine,
  createTerminalBridge,
  createUndiciEngine,
  defaultTerminalLimits,
  type ProxyEngine,
  type RejectionRenderer,
  type SharedTerminalSlots,
  type TerminalBridge,
} from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import type { Metrics } from './metrics/create-metrics.ts'
import { observeEngine } from './metrics/observe-exchanges.ts'
import { createRejectionRenderer } from './problems/problem.ts'

/** What leads to the backend is made from. */
export interface ProxyParts {
  /** What the operator has set. */
  readonly settings: Settings
  /** Takes what goes wrong on the way to the backend. */
  readonly log: Logger
  /** Verifies the tokens of terminals, and says which of their sessions have ended. */
  readonly auth: Auth
  /** The clock and the signing keys, by which tokens are checked. */
  readonly ports: Ports
  /** What ended, here and elsewhere; the same as in `ports`. */
  readonly endings: LiveEndings
  /** None when nothing reads them. */
  readonly metrics?: Metrics | undefined
  /** Those of several processes; none when this is the only one. */
  readonly terminalSlots?: SharedTerminalSlots | undefined
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
  const { ports, settings } = parts
  const engine = createEngine(parts)
  const cache = createTokenCache(ports, settings.auth)
  const { authenticate } = createMachineVerifier(cache, settings.auth)
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
  const { url: backendUrl, engine: kind, ...rest } = settings.backend
  const create = kind === 'undici' ? createUndiciEngine : createHttpProxyEngine
  const engine = create({
    ...rest,
    backendUrl,
    minBytesPerSecond: settings.http.clientMinBytesPerSecond,
    maxHeaderBytes: settings.http.maxHeaderBytes,
    renderer: rendererOf(settings),
    answered: metrics?.exchanges.backendAnswered,
    log,
  })
  return metrics ? observeEngine(engine, metrics.exchanges) : engine
}

function createTerminals(
  { auth, endings, log, metrics, ports: { clock, keyRing }, settings, terminalSlots }: ProxyParts,
  { allowsOrigin }: ProxyRules,
): TerminalBridge {
  const { authenticate } = createMachineVerifier(auth, settings.auth)
  return createTerminalBridge({
    backendUrl: settings.backend.url,
    authenticate,
    checkSessions: (ids) => auth.checkSessions(ids),
    endings,
    lastRevocation: () => lastRevocation({ keys: keyRing.current(), now: clock.now() }),
    allowedOrigins: allowsOrigin,
    requireOriginForUi: true,
    clock,
    limits: {
      ...defaultTerminalLimits,
      ...settings.terminal,
      maxHeaderBytes: settings.http.maxHeaderBytes,
    },
    slots: terminalSlots,
    renderer: rendererOf(settings),
    observer: metrics?.terminals,
    log,
  })
}

function rendererOf({ http }: Settings): RejectionRenderer {
  return createRejectionRenderer(http.publicBaseUrl)
}
