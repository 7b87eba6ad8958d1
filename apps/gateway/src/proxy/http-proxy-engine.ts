import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import { setFields } from '../edge/set-fields.ts'
import { parseBackendUrl } from './backend-url.ts'
import type { ForwardContext, ProxyEngine } from './engine.ts'
import type { ProxyEngineOptions } from './engine-options.ts'
import { framingFault } from './framing-fault.ts'
import { headerRecord } from './header-record.ts'
import { refuseForwarded } from './refuse-forwarded.ts'
import { downstreamHeaders } from './response-headers.ts'

interface Exchange {
  readonly context: ForwardContext
  /** The latest attempt; absent until it has a connection. */
  outgoing?: ClientRequest
  timedOut: boolean
  repeated: boolean
}

/**
 * A {@link ProxyEngine} on http-proxy-middleware. Headers are in place before the library sees the
 * request, since its `proxyReq` event is skipped for some requests; of its own plugins none is used,
 * since their error answers name the backend.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createHttpProxyEngine(options: ProxyEngineOptions): ProxyEngine {
  const target = parseBackendUrl(options.backendUrl)
  const timeout = options.timeoutSeconds * 1000
  const Agent = target.protocol === 'https:' ? HttpsAgent : HttpAgent
  const agent = new Agent({ keepAlive: true, maxSockets: options.maxConnections, timeout })
  const exchanges = new WeakMap<IncomingMessage, Exchange>()

  const fail: Fail = (error, request, response) => {
    const exchange = exchanges.get(request)
    if (exchange === undefined || response.destroyed || response.writableEnded) return
    if (response.headersSent) {
      response.destroy()
    } else if (mayRepeat(error, request, exchange)) {
      exchange.repeated = true
      run(request, response)
    } else {
      const { context, timedOut } = exchange
      const code = timedOut ? 'upstream_timeout' : 'upstream_unavailable'
      options.log.warn({ request_id: context.requestId, reason: errorCode(error) }, code)
      refuseForwarded(response, context, { options, problem: { code } })
    }
  }

  const proxy = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    proxyTimeout: timeout,
    ejectPlugins: true,
    plugins: [watchExchanges(exchanges, fail, options.answered)],
  })

  function run(request: IncomingMessage, response: ServerResponse): void {
    void proxy(request, response, (error) => fail(error, request, response))
  }

  return {
    forward(request, response, context) {
      if (framingFault(request.rawHeaders) !== undefined) {
        const problem = { code: 'malformed_request', headers: { Connection: 'close' } } as const
        refuseForwarded(response, context, { options, problem })
        return
      }
      if (waiting(agent) >= options.maxConnections) {
        const problem = { code: 'overloaded', headers: { 'Retry-After': '1' } } as const
        refuseForwarded(response, context, { options, problem })
        return
      }
      setFields(response, context.answerHeaders)
      exchanges.set(request, { context, timedOut: false, repeated: false })
      becomeUpstreamRequest(request, context)
      run(request, response)
    },
    async close() {
      agent.destroy()
    },
  }
}

type Fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

function watchExchanges(
  exchanges: WeakMap<IncomingMessage, Exchange>,
  fail: Fail,
  answered: ProxyEngineOptions['answered'],
): Plugin {
  return (server) => {
    server.on('proxyReq', (outgoing, request, response) => {
      const exchange = exchanges.get(request)
      if (exchange === undefined) return
      exchange.outgoing = outgoing
      // The library ends a silent request without saying why.
      outgoing.once('timeout', () => {
        exchange.timedOut = true
      })
      // Node drops an upgrade that nobody listens for without a word.
      outgoing.once('upgrade', (_answer, socket) => {
        socket.destroy()
        fail(undefined, request, response)
      })
    })
    server.on('proxyRes', (incoming, request, response) => {
      if (isAnswer(incoming)) {
        answered?.(response)
        passHeaders(incoming, response)
      } else {
        incoming.destroy()
        fail(undefined, request, response)
      }
    })
    server.on('error', (error, request, response) => {
      if (request !== undefined && response !== undefined && 'writeHead' in response) {
        fail(error, request, response)
      }
    })
  }
}

/** How many requests wait for a connection. */
function waiting(agent: HttpAgent): number {
  return Object.values(agent.requests).reduce((sum, queue) => sum + (queue?.length ?? 0), 0)
}

/** The library sends on what stands on the request itself. */
function becomeUpstreamRequest(request: IncomingMessage, context: ForwardContext): void {
  const chunked = request.headers['transfer-encoding'] !== undefined
  request.url = context.target
  request.headers = headerRecord(context.headers)
  if (chunked) request.headers['transfer-encoding'] = 'chunked'
}

/** Anything else would throw where the library writes it. */
function isAnswer({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200
}

/** The library copies the headers of the answer after this. */
function passHeaders(incoming: IncomingMessage, response: ServerResponse): void {
  const headers = headerRecord(downstreamHeaders(incoming.rawHeaders))
  const vary = response.getHeader('vary')
  if (vary !== undefined) headers.vary = [String(vary), headers.vary ?? []].flat()
  // Left out, the library would keep open a connection that its client asks to close.
  headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close'
  incoming.headers = headers
  // A reason with control characters would throw where it is written; Node has one of its own.
  if (/[^\t -~]/.test(incoming.statusMessage ?? '')) incoming.statusMessage = ''
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

function mayRepeat(error: unknown, { method = '', headers }: IncomingMessage, exchange: Exchange) {
  const hasBody =
    headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
  const closedAtReuse = exchange.outgoing?.reusedSocket === true && !exchange.timedOut
  return (
    closedAtReuse &&
    !exchange.repeated &&
    !hasBody &&
    safeMethods.has(method) &&
    ['ECONNRESET', 'EPIPE'].includes(errorCode(error))
  )
}

function errorCode(error: unknown): string {
  return Error.isError(error) && 'code' in error ? String(error.code) : 'nonsense'
}
