import {
  type ClientRequest,
  Agent as HttpAgent,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { createProxyMiddleware, type Plugin } from 'http-proxy-middleware'
import { parseBackendUrl } from '../backend-url.ts'
import { downstreamHeaders } from '../downstream-headers.ts'
import { framingFault } from '../framing-fault.ts'
import { headerRecord, setHeaders } from '../header-fields.ts'
import { rejectRequest } from '../reject-request.ts'
import type { Rejection } from '../rejection.ts'
import type { ForwardContext, ProxyEngine, ProxyEngineOptions } from './engine.ts'
import { doubtfulFraming, tooManyWaiting } from './engine-rejections.ts'
import { faultOf } from './fault-of.ts'
import { mayRepeat } from './repeat.ts'

/** What is known of a request while it is forwarded. */
interface ForwardState {
  readonly context: ForwardContext
  /** The latest attempt; absent until it has a connection. */
  outgoing?: ClientRequest
  isTimedOut: boolean
  isRepeat: boolean
}

type ForwardStates = WeakMap<IncomingMessage, ForwardState>

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
  const states: ForwardStates = new WeakMap()
  const { renderer } = options

  const fail: Fail = (error, request, response) => {
    const state = states.get(request)
    if (state === undefined || response.destroyed || response.writableEnded) return
    if (response.headersSent) {
      response.destroy()
    } else if (mayBeSentAgain(error, request, state)) {
      state.isRepeat = true
      run(request, response)
    } else {
      const { context, isTimedOut } = state
      const { reason } = faultOf(error)
      const code = isTimedOut ? 'upstream_timeout' : 'upstream_unavailable'
      options.log.warn({ request_id: context.requestId, reason }, code)
      reject(response, { code }, context)
    }
  }

  const proxy = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    proxyTimeout: timeout,
    ejectPlugins: true,
    plugins: [watchStates(states, fail, options.answered)],
  })

  function run(request: IncomingMessage, response: ServerResponse): void {
    void proxy(request, response, (error) => fail(error, request, response))
  }

  function reject(response: ServerResponse, rejection: Rejection, context: ForwardContext): void {
    const { answerHeaders, requestId } = context
    rejectRequest(response, rejection, { renderer, answerHeaders, requestId })
  }

  return {
    forward(request, response, context) {
      if (framingFault(request.rawHeaders) !== undefined) {
        reject(response, doubtfulFraming, context)
        return
      }
      if (waiting(agent) >= options.maxConnections) {
        reject(response, tooManyWaiting, context)
        return
      }
      setHeaders(response, context.answerHeaders)
      states.set(request, { context, isTimedOut: false, isRepeat: false })
      becomeUpstreamRequest(request, context)
      run(request, response)
    },
    async close() {
      agent.destroy()
    },
  }
}

type Fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

function watchStates(
  states: ForwardStates,
  fail: Fail,
  answered: ProxyEngineOptions['answered'],
): Plugin {
  return (server) => {
    server.on('proxyReq', (outgoing, request, response) => {
      const state = states.get(request)
      if (state === undefined) return
      state.outgoing = outgoing
      // The library ends a silent request without saying why.
      outgoing.once('timeout', () => {
        state.isTimedOut = true
      })
      // Node drops an upgrade without a word if nothing listens for it.
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

function mayBeSentAgain(
  error: unknown,
  request: IncomingMessage,
  { outgoing, isTimedOut, isRepeat }: ForwardState,
): boolean {
  const metKept = outgoing?.reusedSocket === true && !isTimedOut
  return mayRepeat(faultOf(error), { request, metKept, isRepeat })
}
