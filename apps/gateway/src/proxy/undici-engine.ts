import type { IncomingMessage, ServerResponse } from 'node:http'
import type { ForwardContext, ProxyEngine } from './engine.ts'
import type { ProxyEngineOptions } from './engine-options.ts'
import { framingFault } from './framing-fault.ts'
import { refuseForwarded } from './refuse-forwarded.ts'
import { type Answer, createAnswerHandler } from './undici/answer-handler.ts'
import { type Connection, createConnections } from './undici/connections.ts'
import { faultOf } from './undici/fault-of.ts'
import { uploadOf } from './undici/upload.ts'

/** A request under way, over one connection or two. */
interface Exchange {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly context: ForwardContext
  readonly hasBody: boolean
  /** The latest attempt; absent while it waits. */
  answer?: Answer
  repeated: boolean
}

/**
 * A {@link ProxyEngine} on undici's `Client`, without what that offers above a single connection:
 * who waits, and what is sent once more, is decided here.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createUndiciEngine(options: ProxyEngineOptions): ProxyEngine {
  const connections = createConnections<Exchange>(options, attempt)

  function attempt(exchange: Exchange, connection: Connection): void {
    const { request, response, context } = exchange
    const answer = createAnswerHandler(exchange, {
      connection,
      stallMs: options.timeoutSeconds * 1000,
      answered: options.answered,
      onEnd: () => connections.release(connection),
      onError: (error) => {
        if (mayRepeat(error, exchange)) {
          exchange.repeated = true
          // The same one, since its next connection is certainly a new one.
          attempt(exchange, connection)
        } else {
          connections.release(connection)
          fail(error, exchange)
        }
      },
    })
    exchange.answer = answer
    const body = exchange.hasBody ? uploadOf(request) : null
    const { method = 'GET' } = request
    const headers = context.headers as string[]
    // What undici cannot send it reports to the handler.
    connection.client.dispatch({ method, path: context.target, headers, body }, answer.handler)
    if (response.destroyed) answer.abort()
  }

  function fail(error: unknown, { response, context }: Exchange): void {
    if (response.destroyed || response.writableEnded) return
    if (response.headersSent) {
      response.destroy()
      return
    }
    const { code, reason } = faultOf(error)
    options.log.warn({ request_id: context.requestId, reason }, code)
    refuseForwarded(response, context, { options, problem: { code } })
  }

  return {
    forward(request, response, context) {
      if (framingFault(request.rawHeaders) !== undefined) {
        const problem = { code: 'malformed_request', headers: { Connection: 'close' } } as const
        refuseForwarded(response, context, { options, problem })
        return
      }
      const exchange: Exchange = {
        request,
        response,
        context,
        hasBody: hasBody(request),
        repeated: false,
      }
      if (!connections.take(exchange)) {
        const problem = { code: 'overloaded', headers: { 'Retry-After': '1' } } as const
        refuseForwarded(response, context, { options, problem })
        return
      }
      response.on('close', () => {
        if (response.writableFinished) return
        connections.leave(exchange)
        exchange.answer?.abort()
      })
    },
    async close() {
      const left = await connections.close()
      for (const exchange of left) fail(undefined, exchange)
    },
  }
}

function hasBody({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length']) > 0
}

const safeMethods: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS'])

/** Only what cannot have been answered, over a connection that the backend was about to close. */
function mayRepeat(error: unknown, { answer, hasBody, repeated, request }: Exchange): boolean {
  return (
    answer?.metKept() === true &&
    !answer.hasBegun() &&
    !repeated &&
    !hasBody &&
    safeMethods.has(request.method ?? '') &&
    faultOf(error).isDisconnect
  )
}
