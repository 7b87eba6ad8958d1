/** An authenticating reverse proxy and a terminal bridge for Node's own HTTP server. */
export { answerSocket } from './answer-socket.ts'
export {
  type AuthenticatingProxy,
  type AuthenticatingProxyOptions,
  createAuthenticatingProxy,
  type ProxiedRequest,
} from './authenticating-proxy.ts'
export type { Authenticate } from './bearer.ts'
export type { ForwardContext, ProxyEngine, ProxyEngineOptions } from './engines/engine.ts'
export { createHttpProxyEngine } from './engines/http-proxy-engine.ts'
export { createUndiciEngine } from './engines/undici-engine.ts'
export {
  type CheckedTarget,
  createForwardAuth,
  type ForwardAuth,
  type ForwardAuthOptions,
} from './forward-auth/create-forward-auth.ts'
export {
  type ConnectionRules,
  type GuardedConnections,
  guardConnections,
} from './guard-connections.ts'
export { setHeaders } from './header-fields.ts'
export { createLagWatch, type LagRules, type LagWatch } from './lag-watch.ts'
export { createNameMemo } from './name-memo.ts'
export {
  createPaceWatch,
  defaultMinBytesPerSecond,
  type PacedExchange,
  type PaceRules,
  type PaceWatch,
} from './pace.ts'
export type { Party, PartyCaps } from './party.ts'
export { createPeerNetworks } from './peer-networks.ts'
export { problemRenderer, rejectionStatuses } from './problem-renderer.ts'
export type { ProxyHost, ProxyLog, RawAnswer, RejectionRenderer } from './proxy-host.ts'
export type { Rejection, RejectionCode } from './rejection.ts'
export { type ConnectionReserve, type Room, reserveConnections } from './reserve-connections.ts'
export type { TerminalTarget } from './terminal/authorize-upgrade.ts'
export { closeCodes } from './terminal/close-codes.ts'
export {
  createTerminalBridge,
  type TerminalBridge,
  type TerminalBridgeOptions,
} from './terminal/terminal-bridge.ts'
export type { TerminalContext, Upgrade } from './terminal/terminal-connection.ts'
export { defaultTerminalLimits, type TerminalLimits } from './terminal/terminal-limits.ts'
export type { TerminalObserver } from './terminal/terminal-observer.ts'
export {
  createTerminalSlots,
  type SharedTerminalSlots,
  type TerminalSlots,
} from './terminal/terminal-slots.ts'
export { toOriginForm } from './to-origin-form.ts'
export { type ClientAddress, identityNames } from './upstream-headers.ts'
export { withRequestId } from './with-request-id.ts'
