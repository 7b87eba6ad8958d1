import {
  type Auth,
  createMachineVerifier,
  createTokenCache,
  type LiveEndings,
} from '@gatehouse/auth-core'
import { revokedKids } from '@gatehouse/auth-core/operator'
import type { Ports } from '@gatehouse/auth-core/ports'
import type { TrustedProxies } from '@gatehouse/auth-core/requests'
import {
  type AuthenticatingProxy,
  createAuthenticatingProxy,
  createForwardAuth,
  createHttpProxyEngine,
  createTerminalBridge,
  createUndiciEngine,
  defaultTerminalLimits,
  type ForwardAuth,
  type ProxyEngine,
  type RejectionRenderer,
  type SharedTerminalSlots,
  type TerminalBridge,
} from '@gatehouse/proxy'
import type { Settings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import { checkedTarget } from './edge/checked-target.ts'
import { checkPath } from './lib/check-path.ts'
import type { Metrics } from './metrics/create-metrics.ts'
import { observeEngine } from './metrics/observe-exchanges.ts'
import { createRejectionRenderer } from './problems/rejection-renderer.ts'

/** The parts of the access to the backend. */
export interface ProxyParts {
  /** The operator's settings. */
  readonly settings: Settings
  /** Logs failures of requests to the backend. */
  readonly log: Logger
  /** Verifies the tokens of terminals, and says which of their sessions have ended. */
  readonly auth: Auth
  /** The clock and the signing keys, by which tokens are checked. */
  readonly ports: Ports
  /** The endings that this process knows; the same as in `ports`. */
  readonly endings: LiveEndings
  /** The metrics; not set when they are off. */
  readonly metrics?: Metrics | undefined
  /** The slots shared by several processes; not set when this is the only one. */
  readonly terminalSlots?: SharedTerminalSlots | undefined
}

/** Rules of the edge for plain requests and terminals. */
export interface ProxyRules {
  /** The proxies that may ask whether a request may pass. */
  readonly trustedProxies: TrustedProxies
  /** Whether pages of this origin may send requests. */
  readonly allowsOrigin: (origin: string) => boolean
  /** The protocol that clients use. */
  readonly protocol: 'http' | 'https'
}

/** The proxy, the terminal bridge, and what other proxies ask. */
export interface BackendAccess {
  /** For plain requests. */
  readonly proxy: AuthenticatingProxy
  /** For other proxies that carry the requests themselves. */
  readonly forwardAuth: ForwardAuth
  /** For upgrades. */
  readonly terminals: TerminalBridge
  /** The engine, to be closed after the server has drained. */
  readonly engine: Pick<ProxyEngine, 'close'>
}

/** Connects the proxy and the terminal bridge with tokens, metrics and the service's own errors. */
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
    forwardAuth: createForwardAuth({
      path: checkPath,
      hosts: [new URL(settings.http.publicBaseUrl).host, ...settings.http.forwardAuthHosts],
      trustedProxies: rules.trustedProxies,
      readTarget: checkedTarget,
      authenticate,
      allowedOrigins: rules.allowsOrigin,
      requireOriginForUi: true,
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
    revokedKeys: () => revokedKids({ keys: keyRing.current(), now: clock.now() }),
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
