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
import { headerRecord, setHeaders } from '../header-fields.ts'
import { isBodyAwaited } from '../pace.ts'
import type { ForwardContext, ProxyEngine, ProxyEngineOptions } from './engine.ts'
import { faultOf } from './fault-of.ts'
import { createIntake, type ForwardTask } from './intake.ts'
import { mayRepeat } from './repeat.ts'

/** The state of a request while it is forwarded. */
interface ForwardState {
  readonly task: ForwardTask
  /** The latest attempt; absent until it has a connection. */
  outgoing?: ClientRequest
  isTimedOut: boolean
  isRepeat: boolean
}

const forwardState = Symbol('forwardState')

/** A property is cheaper than a table of requests, for the garbage collector as well. */
interface ForwardedRequest extends IncomingMessage {
  [forwardState]?: ForwardState
}

const stateOf = (request: ForwardedRequest) => request[forwardState]

/**
 * A {@link ProxyEngine} on http-proxy-middleware. Headers are set before the library gets the request,
 * because it skips its `proxyReq` event for some requests. Its own plugins are not used, because their error
 * answers name the backend.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createHttpProxyEngine(options: ProxyEngineOptions): ProxyEngine {
  const target = parseBackendUrl(options.backendUrl)
  const timeout = options.timeoutSeconds * 1000
  const Agent = target.protocol === 'https:' ? HttpsAgent : HttpAgent
  const agent = new Agent({ keepAlive: true, maxSockets: options.maxConnections, timeout })
  allowHeaders(agent, options.maxHeaderBytes)
  const intake = createIntake(options, {
    send(task, turn) {
      const { response, context } = task
      const request: ForwardedRequest = task.request
      setHeaders(response, context.answerHeaders)
      request[forwardState] = { task, isTimedOut: false, isRepeat: false }
      becomeUpstreamRequest(request, context)
      response.once('close', turn.end)
      run(request, response)
    },
    abort: ({ request }) => void stateOf(request)?.outgoing?.destroy(),
  })

  const fail: Fail = (error, request, response) => {
    const state = stateOf(request)
    if (state === undefined || response.destroyed || response.writableEnded) return
    if (!response.headersSent && mayBeSentAgain(error, request, state)) {
      state.isRepeat = true
      run(request, response)
    } else if (state.isTimedOut && isBodyAwaited(request)) intake.hangUp(state.task)
    else intake.fail(state.isTimedOut ? silence : error, state.task)
  }

  const proxy = createProxyMiddleware({
    target,
    agent,
    changeOrigin: true,
    proxyTimeout: timeout,
    ejectPlugins: true,
    plugins: [watchStates(fail, { answered: options.answered, origin: target.origin })],
  })

  function run(request: IncomingMessage, response: ServerResponse): void {
    void proxy(request, response, (error) => fail(error, request, response))
  }

  return {
    forward(request, response, context) {
      intake.receive({ request, response, context })
    },
    async close() {
      intake.close()
      agent.destroy()
    },
  }
}

/** The library ends a silent request with an error that does not say so. */
const silence = Object.assign(new Error('The backend is silent'), { code: 'GATEWAY_SILENCE' })

type Fail = (error: unknown, request: IncomingMessage, response: ServerResponse) => void

function watchStates(
  fail: Fail,
  { answered, origin }: Pick<ProxyEngineOptions, 'answered'> & { readonly origin: string },
): Plugin {
  return (server) => {
    server.on('proxyReq', (outgoing, request, response) => {
      const state = stateOf(request)
      if (state === undefined) return
      state.outgoing = outgoing
      // The library ends a request that timed out without giving the reason.
      outgoing.once('timeout', () => {
        state.isTimedOut = true
      })
      // Without a listener Node drops an upgrade silently.
      outgoing.once('upgrade', (_answer, socket) => {
        socket.destroy()
        fail(undefined, request, response)
      })
    })
    server.on('proxyRes', (incoming, request, response) => {
      if (isAnswer(incoming)) {
        answered?.(response)
        passHeaders(incoming, response, origin)
        // The library writes them with the first byte of the body, which may be long in coming.
        process.nextTick(flush, response)
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

function flush(response: ServerResponse): void {
  if (!response.destroyed && !response.headersSent) response.flushHeaders()
}

/** The limit belongs to a request, and the library hands none on. */
function allowHeaders(agent: HttpAgent, maxHeaderSize: number | undefined): void {
  if (maxHeaderSize === undefined) return
  const add: unknown = Reflect.get(agent, 'addRequest')
  if (typeof add !== 'function') throw new TypeError('an agent takes requests')
  Reflect.set(agent, 'addRequest', (request: ClientRequest, ...rest: readonly unknown[]) => {
    Reflect.set(request, 'maxHeaderSize', maxHeaderSize)
    Reflect.apply(add, agent, [request, ...rest])
  })
}

/** Puts the upstream headers onto the request itself, because the library forwards those. */
function becomeUpstreamRequest(request: IncomingMessage, context: ForwardContext): void {
  const chunked = request.headers['transfer-encoding'] !== undefined
  request.url = context.target
  request.headers = headerRecord(context.headers)
  if (chunked) request.headers['transfer-encoding'] = 'chunked'
}

/** Whether the status can be passed on; the library would throw when it writes another one. */
function isAnswer({ statusCode = 0 }: IncomingMessage): boolean {
  return statusCode >= 200
}

/** The library copies the headers of the answer after this. */
function passHeaders(incoming: IncomingMessage, response: ServerResponse, origin: string): void {
  const headers = headerRecord(downstreamHeaders(incoming.rawHeaders, origin))
  const vary = response.getHeader('vary')
  if (vary !== undefined) headers.vary = [String(vary), headers.vary ?? []].flat()
  // Without this field the library would keep a connection open that its client asks to close.
  headers.connection = response.shouldKeepAlive ? 'keep-alive' : 'close'
  incoming.headers = headers
  // A reason phrase with control characters would throw when it is written; Node then uses its own.
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
