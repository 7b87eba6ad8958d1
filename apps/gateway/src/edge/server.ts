import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { TrustedProxies } from '@gatehouse/auth-core/requests'
import {
  type FactsOf,
  type Problem,
  type ProblemCode,
  type RequestFacts,
  type WriteProblem,
  writeProblem,
} from '@gatehouse/http-api'
import {
  type AuthenticatingProxy,
  createLagWatch,
  createPaceWatch,
  createPeerNetworks,
  type ForwardAuth,
  guardConnections,
  type LagWatch,
  type PacedExchange,
  type PaceWatch,
  reserveConnections,
  setHeaders,
  toOriginForm,
} from '@gatehouse/proxy'
import type { HttpSettings } from '@gatehouse/settings'
import type { Logger } from 'pino'
import { createConnectionRefusals } from './connection-refusals.ts'
import { answerPreflight, corsFields, isPreflight } from './cors.ts'
import { maxHeaders, type Route, routeRequest } from './route-request.ts'
import { isTerminalUpgrade } from './upgrade-handler.ts'
import { type OnExchangeEnd, watchExchange } from './watch-exchange.ts'

/** Seconds that an answer waits for a client that reads nothing. */
const stalledSeconds = 30

/** The limits on size and time of requests. */
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

/** The parts of the server. */
export interface ServerOptions {
  /** The limits on time and size of requests, and on connections. */
  readonly limits: ServerLimits
  /** Seconds that an answer waits for a client that reads nothing; 30 unless given. */
  readonly stalledSeconds?: number
  /** Proxies whose connections carry many clients: the cap per network does not apply to them. */
  readonly trustedProxies: TrustedProxies
  /** Answers the gateway's own requests. */
  readonly app: (request: IncomingMessage, response: ServerResponse) => void
  /** Answers the backend's requests. */
  readonly proxy: AuthenticatingProxy
  /** Answers other proxies that ask whether a request may pass. */
  readonly forwardAuth: ForwardAuth
  /** Whether pages of this origin may send requests. */
  readonly allowsOrigin: (origin: string) => boolean
  /** The origin of the pages that explain errors. */
  readonly problemBase: string
  /** Asked before a request is checked: what it has to wait for, as in `FreshTokenState`. */
  readonly whenFresh: () => Promise<void> | undefined
  /** Called once for each request here; the app may call it again. */
  readonly factsOf: FactsOf
  /** Whether the process keeps up; watches its own timers unless it is given. */
  readonly lag?: Pick<LagWatch, 'isLate'>
  /** Takes over a connection that asks to become a WebSocket. */
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Whether clients should not send another request on the same connection. */
  readonly isDraining: () => boolean
  /** Called once for each plain request, when it is over. */
  readonly onExchangeEnd: OnExchangeEnd
  /** Called for connections whose bytes were not a request. */
  readonly connectionRefused?: ((code: ProblemCode) => void) | undefined
  /** Logs each connection whose bytes were not a request. */
  readonly log: Pick<Logger, 'info'>
}

/** Creates the HTTP server, with every limit set on purpose (T-72). The caller starts listening. */
export function createGatewayServer(options: ServerOptions): Server {
  const { limits } = options
  const graceSeconds = options.stalledSeconds ?? stalledSeconds
  const minBytesPerSecond = limits.clientMinBytesPerSecond
  const edge: Edge = {
    ...options,
    lag: options.lag ?? createLagWatch(),
    roomFor: (request) => roomFor(request),
    pace: createPaceWatch({
      graceSeconds,
      minBytesPerSecond,
      tooSlow: ({ request }) => void request.socket.destroy(),
    }),
  }
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
      // A request without a body is complete before it is handled, so no event for its end is needed.
      optimizeEmptyRequests: true,
    },
    (request, response) => {
      // One that comes behind the last answer of its connection gets none.
      if (request.socket.writableEnded) return
      toOriginForm(request)
      connections.note(request, response)
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
  // Node refuses fields beyond this number, or drops them silently; one above the limit shows that there were too many.
  server.maxHeadersCount = maxHeaders + 1
  const { maxConnections } = limits
  const roomFor = reserveConnections(server, { maxConnections, probes })
  // One of several workers would hand on what is too much, and the next one would, without an end.
  Object.assign(server, { dropMaxConnection: true })
  const connections = guardConnections(server, {
    stalledSeconds: graceSeconds,
    perNetwork: limits.maxConnectionsPerNetwork,
    networkOf: createPeerNetworks(options.trustedProxies),
  })
  const { latest } = connections
  const refusals = createConnectionRefusals({ ...options, latest })
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
  readonly pace: PaceWatch<PacedExchange>
  readonly lag: Pick<LagWatch, 'isLate'>
  readonly roomFor: ReturnType<typeof reserveConnections>
}

function handle({ request, response, facts }: IncomingExchange, options: Edge): void {
  const { address, from } = facts
  const { network, receivedAt, requestId } = from
  const { allowsOrigin, app, forwardAuth, proxy, trustedProxies } = options
  const room = options.roomFor(request)
  const route: Route =
    room === 'none' ? { kind: 'refused', problem: noRoom } : routeRequest(request, trustedProxies)
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
  if (route.kind === 'check' && !asksForLeave) {
    answerHeaders.push(...fieldsOfChecks, 'X-Gatehouse-Client', from.client)
    forwardAuth.answer(request, response, { answerHeaders, receivedAt, requestId })
    return
  }
  setHeaders(response, answerHeaders)
  const refuse: WriteProblem = (to, problem) => {
    if (authRoute.test(request.url ?? '')) to.setHeader('X-Gatehouse-Client', from.client)
    writeProblem(to, { ...problem, requestId }, options.problemBase)
  }
  const unreadable = route.kind === 'refused' && unreadableCodes.has(route.problem.code)
  if (asksForLeave && !unreadable) {
    answerPreflight(request, response, { allowsOrigin, writeProblem: refuse })
  } else if (route.kind === 'refused') refuse(response, route.problem)
  // Logins and the like; pages and probes are asked for with GET.
  else if (request.method === 'POST' && options.lag.isLate()) refuse(response, noRoom)
  else {
    response.once('close', options.pace.watch({ request }))
    app(request, response)
  }
}

/** What every answer of an auth route has, besides the client type and `Cache-Control`. */
const fieldsOfChecks = [
  ...['Referrer-Policy', 'no-referrer'],
  ...['X-Content-Type-Options', 'nosniff'],
]

/** Where every answer tells its client the type that it was taken for. */
const authRoute = /^\/api\/auth(?:[/?]|$)/

/** Answered whatever is full. */
const probes = /^\/(?:healthz|livez|readyz)(?:\?|$)/

const noRoom: Problem = { code: 'overloaded', headers: { 'Retry-After': '1' } }

/** These hold whatever is asked for. */
const unreadableCodes: ReadonlySet<string> = new Set(['headers_too_large', 'malformed_request'])
