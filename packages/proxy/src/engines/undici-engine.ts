import type { IncomingMessage, ServerResponse } from 'node:http'
import { framingFault } from '../framing-fault.ts'
import { rejectRequest } from '../reject-request.ts'
import type { Rejection } from '../rejection.ts'
import type { ForwardContext, ProxyEngine, ProxyEngineOptions } from './engine.ts'
import { doubtfulFraming, tooManyWaiting } from './engine-rejections.ts'
import { faultOf } from './fault-of.ts'
import { hasBody, mayRepeat } from './repeat.ts'
import { type AnswerAttempt, createAnswerHandler } from './undici/answer-handler.ts'
import { createUpstreamConnections, type UpstreamConnection } from './undici/connections.ts'
import { uploadOf } from './undici/upload.ts'

/** A request to forward, over one connection or two. */
interface ForwardTask {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly context: ForwardContext
  readonly hasBody: boolean
  /** The latest attempt; absent while it waits. */
  attempt?: AnswerAttempt
  isRepeat: boolean
}

/**
 * A {@link ProxyEngine} on undici's `Client`, without what that offers above a single connection:
 * who waits, and what is sent once more, is decided here.
 * @throws {TypeError} if `backendUrl` is not an origin.
 */
export function createUndiciEngine(options: ProxyEngineOptions): ProxyEngine {
  const connections = createUpstreamConnections<ForwardTask>(options, send)
  const { renderer } = options

  function send(task: ForwardTask, connection: UpstreamConnection): void {
    const { request, response, context } = task
    const attempt = createAnswerHandler(task, {
      connection,
      stallMs: options.timeoutSeconds * 1000,
      answered: options.answered,
      onEnd: () => connections.release(connection),
      onError: (error) => {
        if (mayBeSentAgain(error, task)) {
          task.isRepeat = true
          // The same one, since its next connection is certainly a new one.
          send(task, connection)
        } else {
          connections.release(connection)
          fail(error, task)
        }
      },
    })
    task.attempt = attempt
    const body = task.hasBody ? uploadOf(request) : null
    const { method = 'GET' } = request
    const headers = context.headers as string[]
    // What undici cannot send it reports to the handler.
    connection.client.dispatch({ method, path: context.target, headers, body }, attempt.handler)
    if (response.destroyed) attempt.abort()
  }

  function fail(error: unknown, { response, context }: ForwardTask): void {
    if (response.destroyed || response.writableEnded) return
    if (response.headersSent) {
      response.destroy()
      return
    }
    const { code, reason } = faultOf(error)
    options.log.warn({ request_id: context.requestId, reason }, code)
    reject(response, { code }, context)
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
      const task: ForwardTask = {
        request,
        response,
        context,
        hasBody: hasBody(request),
        isRepeat: false,
      }
      if (!connections.take(task)) {
        reject(response, tooManyWaiting, context)
        return
      }
      response.on('close', () => {
        if (response.writableFinished) return
        connections.leave(task)
        task.attempt?.abort()
      })
    },
    async close() {
      const left = await connections.close()
      for (const task of left) fail(undefined, task)
    },
  }
}

function mayBeSentAgain(error: unknown, { request, attempt, isRepeat }: ForwardTask): boolean {
  if (attempt === undefined || attempt.hasBegun()) return false
  return mayRepeat(faultOf(error), { request, metKept: attempt.metKept(), isRepeat })
}
