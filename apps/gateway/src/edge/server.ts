import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import {
  type AuthenticatingProxy,
  createLagWatch,
  createPaceWatch,
  createPeerNetworks,
  guardConnections,
  type LagWatch,
  type PaceWatch,
  reserveConnections,
  setHeaders,
  type TrustedProxies,
  toOriginForm,
} from '@gatehouse/proxy'
import type { HttpSettings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import { type Problem, type WriteProblem, writeProblem } from '../problems/problem.ts'
import type { ProblemCode } from '../problems/problems.ts'
import { createConnectionRefusals } from './connection-refusals.ts'
import { answerPreflight, corsFields, isPreflight } from './cors.ts'
import type { FactsOf, RequestFacts } from './request-facts.ts'
import { maxHeaders, type Route, routeRequest } from './route-request.ts'
import { isTerminalUpgrade } from './upgrade-handler.ts'
import { type OnExchangeEnd, watchExchange } from './watch-exchange.ts'

/** How long an answer waits for a client that reads nothing. */
const stalledSeconds = 30

/** How much and how slow a client may be. */
type ServerLimits = Pick<
  HttpSettings,
  | 'clientMinBytesPerSecond'
  | 'headersTimeoutSeconds'
  | 'keepAliveSeconds'
  | 'maxConnections'
  | 'maxConnectionsPerNetwork'
  | 'maxHeaderBytes'
  | 'requestTimeoutSeconds'
>

/** What the server is made from. */
export interface ServerOptions {
  /** How long and how large a request may be, and how many connections there may be. */
  readonly limits: ServerLimits
  /** How long an answer waits for a client that reads nothing; 30 unless it is said. */
  readonly stalledSeconds?: number
  /** Proxies whose connections carry many clients: no cap for each network holds for them. */
  readonly trustedProxies: TrustedProxies
  /** Answers what is the gateway's own. */
  readonly app: (request: IncomingMessage, response: ServerResponse) => void
  /** Answers what is the backend's. */
  readonly proxy: AuthenticatingProxy
  /** Whether pages of this origin may call. */
  readonly allowsOrigin: (origin: string) => boolean
  /** Where the pages that explain errors are. */
  readonly problemBase: string
  /** Asked before a request is checked: what it has to wait for, as in `FreshTokenState`. */
  readonly whenFresh: () => Promise<void> | undefined
  /** Asked once for each request here; the app may ask again. */
  readonly factsOf: FactsOf
  /** Whether the process keeps up; watches its own timers unless it is given. */
  readonly lag?: Pick<LagWatch, 'isLate'>
  /** Takes over a connection that asks to become a WebSocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Whether clients are to open no other request on the same connection. */
  readonly isDraining: () => boolean
  /** Called once for each plain request, when it is over. */
  readonly onExchangeEnd: OnExchangeEnd
  /** Is told of connections that never became a request. */
  readonly connectionRefused?: ((code: ProblemCode) => void) | undefined
  /** Takes a line for each connection that never became a request. */
  readonly log: Pick<Logger, 'info'>
}

/** The HTTP server, with every limit set on purpose (T-72). The caller has it listen. */
export function createGatewayServer(options: ServerOptions): Server {
  const { limits } = options
  const graceSeconds = options.stalledSeconds ?? stalledSeconds
  const minBytesPerSecond = limits.clientMinBytesPerSecond
  const edge: Edge = {
    ...options,
    lag: options.lag ?? createLagWatch(),
    roomFor: (request) => roomFor(request),
    pace: createPaceWatch({ graceSeconds, minBytesPerSecond }),
  }
  const refusals = createConnectionRefusals(options)
  const server = createServer(
    {
      maxHeaderSize: limits.maxHeaderBytes,
      headersTimeout: limits.headersTimeoutSeconds * 1000,
      requestTimeout: limits.requestTimeoutSeconds * 1000,
      keepAliveTimeout: limits.keepAliveSeconds * 1000,
      connectionsCheckingInterval: 1000,
      insecureHTTPParser: false,
      shouldUpgradeCallback(request) {
        toOriginForm(request)
        return isTerminalUpgrade(request)
      },
      // Node's own refusal is no problem document; a request without a host is refused when routed.
      requireHostHeader: false,
      // A request that announces no body has ended before it is looked at: nothing waits for its end.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      // One that comes behind the last answer of its connection gets none.
      if (request.socket.writableEnded) return
      toOriginForm(request)
      refusals.watch(request, response)
      guard(request, response)
      const facts = options.factsOf(request)
      watchExchange(request, response, { facts, onEnd: options.onExchangeEnd })
      const waiting = options.whenFresh()
      if (!waiting) handle({ request, response, facts }, edge)
      else {
        void waiting.then(() => {
          // The client may have left meanwhile.
          if (!response.destroyed) handle({ request, response, facts }, edge)
        })
      }
    },
  )
  // Node drops what goes beyond without a word; with one more than are allowed it can be told.
  server.maxHeadersCount = maxHeaders + 1
  const { maxConnections } = limits
  const roomFor = reserveConnections(server, { maxConnections, probes })
  // One of several workers would hand on what is too much, and the next one would, without an end.
  Object.assign(server, { dropMaxConnection: true })
  const guard = guardConnections(server, {
    stalledSeconds: graceSeconds,
    perNetwork: limits.maxConnectionsPerNetwork,
    networkOf: createPeerNetworks(options.trustedProxies),
  })
  server.on('upgrade', (request, socket, head) => {
    if (roomFor(request) === 'free') options.upgrade(request, socket, head)
    else refusals.refuse(socket, noRoom)
  })
  server.on('connect', (_request, socket: Duplex) => {
    refusals.refuse(socket, { code: 'malformed_request' })
  })
  server.on('clientError', refusals.refuseUnreadable)
  return server
}

/** A request under way. */
interface IncomingExchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly facts: RequestFacts
}

/** What requests meet here before they go anywhere. */
interface Edge extends ServerOptions {
  readonly pace: PaceWatch
  readonly lag: Pick<LagWatch, 'isLate'>
  readonly roomFor: ReturnType<typeof reserveConnections>
}

function handle({ request, response, facts }: IncomingExchange, options: Edge): void {
  const { address, from } = facts
  const { network, receivedAt, requestId } = from
  const { allowsOrigin, app, proxy } = options
  const room = options.roomFor(request)
  const route: Route =
    room === 'none' ? { kind: 'refused', problem: noRoom } : routeRequest(request)
  const answerHeaders = [
    'X-Request-Id',
    requestId,
    ...corsFields(request.headers.origin, allowsOrigin),
  ]
  if (room !== 'free' || options.isDraining()) answerHeaders.push('Connection', 'close')
  const asksForLeave = isPreflight(request)
  if (route.kind === 'backend' && !asksForLeave) {
    proxy.forward(request, response, { address, answerHeaders, network, receivedAt, requestId })
    return
  }
  setHeaders(response, answerHeaders)
  const refuse: WriteProblem = (to, problem) =>
    writeProblem(to, { ...problem, requestId }, options.problemBase)
  const unreadable = route.kind === 'refused' && unreadableCodes.has(route.problem.code)
  if (asksForLeave && !unreadable) {
    answerPreflight(request, response, { allowsOrigin, writeProblem: refuse })
  } else if (route.kind === 'refused') refuse(response, route.problem)
  // Logins and the like; pages and probes are asked for with GET.
  else if (request.method === 'POST' && options.lag.isLate()) refuse(response, noRoom)
  else {
    const tooSlow = () => void request.socket.destroy()
    response.once('close', options.pace.watch({ request, response, tooSlow }))
    app(request, response)
  }
}

/** Answered whatever is full. */
const probes = /^\/(?:healthz|livez|readyz)(?:\?|$)/

const noRoom: Problem = { code: 'overloaded', headers: { 'Retry-After': '1' } }

/** These hold whatever is asked for. */
const unreadableCodes: ReadonlySet<string> = new Set(['headers_too_large', 'malformed_request'])
